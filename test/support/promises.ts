/**
 * The promises of the published figures, by number. `npm run faults` proves each with the tests whose titles start with
 * it.
 */
export const figures: Record<string, string> = {
  R1: 'no accepted lead is lost, found one by one in the service',
  R2: 'no accepted lead is lost when the proxy is killed',
  R3: 'no enrolment and no call happens twice, through kills and faults',
  R4: 'every fault of the service, at every request, settles as documented',
  R5: 'an outage of the service loses nothing and is worked off in ten minutes',
  R6: '200 leads per second are accepted without an error, p99 below 150 ms',
  R7: 'five times the load that fits is refused with 503, and no accepted lead is lost',
  R8: 'slow clients do not keep the leads of others from being accepted, and chats come back in turn after a restart',
  R9: 'the connection recovers from all 25 faults of the network, the service and the page',
  R10: 'the lead queue of the browser loses no lead to reloads, outages, lost responses and full storage',
  R11: 'memory, open files and sockets of the proxy stay flat',
  R12: 'no hostile text becomes an element, a script, a request or a link',
  R13: 'no input causes a 5xx or a crash',
  R14: 'half-open connections are cut within 20 s and slow nobody down',
  R15: 'rotated and forged addresses, phones and origins place no more calls than the limits allow',
  R16: 'nothing reveals whether a phone is on file',
  R17: 'no secret appears in logs, responses and files, and no personal data in logs',
  R18: 'a full, read-only or damaged disk accepts nothing that is lost',
  R19: 'a lead is on the disk before it is acknowledged',
  R20: 'a killed proxy is back in half a second (median), and in two seconds at most',
};

/** What an operator goes through, and can rehearse: `npm run faults -- D2`. They have no published figures. */
export const drills: Record<string, string> = {
  D1: 'a build beside a running proxy changes nothing for visitors',
  D2: 'Postgres at its connection limit loses no lead, and the log says once what is wrong',
  D3: 'PgBouncer with its defaults, in transaction mode, serves two proxies',
  D4: 'a restored backup enrolls and calls nobody twice',
  D5: 'an outage with calls says who was not called, and a replay calls each of them once',
  D6: 'a receiver that moves loses no webhook, and one that is gone leaves no alert',
  D7: 'two proxies on one Postgres, killed five times under load with calls and webhooks, lose and repeat nothing',
};

/** The guarantees of the connection, whatever the underlying library does. */
export const guarantees: Record<string, string> = {
  G1: 'one owner and at most one live socket',
  G2: 'the address provider cannot stop the connection',
  G3: 'an attempt that never ends is replaced',
  G4: 'a silent socket is noticed',
  G5: 'a refusal by the service ends the attempts, other closes do not',
  G6: 'attempts are spread, and made at once when the page wakes',
  G7: 'messages wait in an outbox that is bounded and bound to its conversation',
  G8: 'no message is shown twice',
  G9: 'nothing is left after destroy',
  G10: 'tabs share one socket',
  G11: 'an error of the host page does not stop the chat',
};

/** The faults of docs/faults.md. */
export const faultNumbers = Array.from({ length: 25 }, (_, index) => `F${index + 1}`);
