/** What is loaded once there is somebody to chat with: sockets, and how they come back. */
export { webSocketConnection } from '../../core/index.ts';
