import { createContext } from 'preact';

/** The id of the message that a button is in. */
export const MessageId = createContext('');
