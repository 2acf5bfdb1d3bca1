/**
 * The most that leadchat may cost, counted in things that do not depend on the machine. Tests measure them, and fail with
 * the measured and the allowed value: e2e/perf for the browser, test/proxy/store for leads. Bytes: size-limits.ts.
 */
export const costLimits = {
  /** Of a page, sockets included. */
  requests: {
    untilBubble: 1,
    /** Of an anonymous chat. */
    untilAnswer: 3,
    untilAnswerWithForm: 6,
  },
  /** Of a visitor's message and its answer, on average of 20. */
  exchange: { storageWrites: 3, layouts: 6, nodes: 18, listeners: 0 },
  /** Of 1,000 messages at once. */
  thousandMessages: { layouts: 200 },
  /** What 60 rounds of opening, closing and destroying leave. One widget is some 40 nodes, 15 listeners and 500 kB. */
  rounds: { nodes: 20, listeners: 10, heapKb: 1000 },
  lead: {
    /** Flushes to the disk for a lead that arrives alone, on SQLite. Leads that arrive together share one. */
    fsyncs: 1,
    /**
     * SQL statements to accept a lead, and to deliver it in three steps: create, a tag, a journey. On average of 20:
     * deliveries that run at the same time share some.
     */
    sqliteAccept: 3.1,
    sqliteDeliver: 22,
    postgresAccept: 4.1,
    postgresDeliver: 26,
  },
} as const;
