/**
 * Limits of what leadchat may cost, in counts that do not depend on the machine. Tests compare them with what they
 * measure: e2e/perf in the browser, test/proxy/store for leads. For bytes see size-limits.ts.
 */
export const costLimits = {
  /** Of a page, including sockets. */
  requests: {
    untilBubble: 1,
    /** Of an anonymous chat. */
    untilAnswer: 6,
    untilAnswerWithForm: 8,
  },
  /**
   * Of an anonymous chat in a React application's own bundle, until it has answered, besides the application. As it comes over the
   * wire, with headers. size-limits.ts limits the same modules more closely; this limit is for what a bundler adds to them.
   */
  react: { requests: 5, kilobytes: 90 },
  /**
   * Of a visitor's message and its answer, on average of 20. Storage: the unsent message, the text box, and the transcript, which
   * is written as soon as the message has arrived, and again for an answer that comes more than 100 ms later. Four nodes say to screen
   * readers whose messages they are. Calls: of functions of leadchat, of which a component that renders for nothing adds hundreds.
   */
  exchange: { storageWrites: 4, layouts: 4, nodes: 25, listeners: 0, calls: 6500 },
  /** Of 1,000 messages at once. */
  thousandMessages: { layouts: 200, mountedMessages: 50 },
  /** Of 10,000 frames at once, of which 2,000 are read: how often the log is rendered. */
  flood: { logChangesPerSecond: 60 },
  /**
   * What remains after 60 rounds of opening, closing and destroying. One widget is some 40 nodes, 15 listeners and 500
   * kB.
   */
  rounds: { nodes: 20, listeners: 10, heapKb: 1000 },
  lead: {
    /** Flushes to the disk for a lead that arrives alone, on SQLite. Leads that arrive together share one. */
    fsyncs: 1,
    /**
     * SQL statements to accept a lead, and to deliver it in three steps: create, a tag, a journey; or without a journey.
     * Averages of 20 leads, because deliveries that run at the same time share some statements.
     */
    sqliteAccept: 4.1,
    sqliteDeliver: 15,
    sqliteDeliverTag: 11,
    postgresAccept: 2.5,
    postgresDeliver: 14,
    postgresDeliverTag: 7,
  },
  /** What a proxy asks the database a second, however many leads come. */
  proxy: { claimsPerSecond: 22, limitStatementsPerSecond: 5 },
} as const;
