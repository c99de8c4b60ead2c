/**
 * OpenTelemetry, only when configured (OTEL_EXPORTER_OTLP_ENDPOINT) and only where its SDK is installed
 * beside the API: it is no dependency of ours. Spans are made through @opentelemetry/api all the same.
 */
const sdkName = "@opentelemetry/sdk-node";

interface Sdk {
  start(): void;
  shutdown(): Promise<void>;
}

function isConstructor(value: unknown): value is new () => Sdk {
  return typeof value === "function";
}

export async function startTracing(endpoint: string | undefined): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => undefined;
  try {
    const module: unknown = await import(sdkName);
    const NodeSDK =
      typeof module === "object" && module !== null && "NodeSDK" in module
        ? module.NodeSDK
        : undefined;
    if (!isConstructor(NodeSDK)) throw new Error("no NodeSDK");
    const sdk = new NodeSDK();
    sdk.start();
    return async () => await sdk.shutdown();
  } catch {
    console.error(
      `OTEL_EXPORTER_OTLP_ENDPOINT is set, but ${sdkName} is not installed: npm install ${sdkName}@0.223.0`,
    );
    return async () => undefined;
  }
}
