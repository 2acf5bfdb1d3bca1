/** As much of a pino logger as delivery uses. Facts never hold anything of a lead but our own id of it. */
export interface DeliveryLog {
  info(facts: object, text: string): void;
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
}

export const silentLog: DeliveryLog = { info() {}, warn() {}, error() {} };
