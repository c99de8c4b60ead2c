import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  // The API is the front and sets the security headers and the Content-Security-Policy nonce.
  devIndicators: false,
  allowedDevOrigins: ["127.0.0.1", "localhost"],
  experimental: {
    optimizePackageImports: ["lucide-react", "@base-ui/react"],
  },
};

export default config;
