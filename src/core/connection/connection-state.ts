import type { OpenSocket } from './open-socket.ts';
import type { Socket } from './socket.ts';

/**
 * The states of a connection over WebSocket:
 *
 *              backoff over, wake()
 *            ┌──────────────────────────────────────────────────────────────────────────┐
 *            ▼                                                                          │
 *   idle ─▶ connecting ── handshake ──▶ open ── socket ended ──▶ lost ── backoff ──▶ waiting
 *            │    ▲                     │  ▲ │                   ▲  │
 *            │    │                     │  └─┘ successor         │  └── refused ──▶ closed
 *            │    └── open() ── closed  │                        │
 *            │                          └── offline ───▶ closing ┤
 *            └── handshake failed ───────────────────────────────┘
 *
 * From every state but `idle`, close() leads to `closed` at once. When the browser reports that it is offline, an open socket ends
 * by `closing`, and `waiting` lasts longer: the report may be wrong.
 */
export type ConnectionState =
  | { name: 'idle' | 'closed' }
  /** A socket has ended, and the listeners are being called. */
  | { name: 'lost' }
  | { name: 'waiting'; until: number; cancel(): void }
  | { name: 'connecting'; attempt: Socket }
  | { name: 'open'; socket: OpenSocket }
  /** The close handshake is running. */
  | { name: 'closing'; attempt: Socket };
