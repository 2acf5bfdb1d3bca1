/** The largest body that the proxy accepts from a visitor. In a file without schemas, which browsers need not load for it. */
export const maxBodyBytes = 16_384;
