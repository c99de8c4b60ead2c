import { fileURLToPath } from "node:url";
import type { NextConfig } from "next";

const repository = fileURLToPath(new URL("../..", import.meta.url));

const config: NextConfig = {
  // A folder that runs by itself (.next/standalone): what `npm run up` starts is what `npm run package` ships.
  output: "standalone",
  outputFileTracingRoot: repository,
  poweredByHeader: false,
  // The API is the front and sets the security headers and the Content-Security-Policy nonce.
  devIndicators: false,
  allowedDevOrigins: ["127.0.0.1", "localhost"],
  experimental: {
    optimizePackageImports: ["lucide-react", "@base-ui/react"],
  },
};

export default config;
