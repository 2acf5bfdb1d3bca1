import { type CallStore, openCallStore } from './call-store.ts';
import { type ConversationStore, openConversationStore } from './conversation-store.ts';
import { deleteEverything, inTransaction, openDatabase } from './database.ts';
import { type EnrolmentStore, openEnrolmentStore } from './enrolment-store.ts';
import { type LeadStore, openLeadStore } from './lead-store.ts';

/** Everything that the sandbox keeps. */
export type Store = {
  leads: LeadStore;
  enrolments: EnrolmentStore;
  calls: CallStore;
  conversations: ConversationStore;
  /** All of what `run` writes, or nothing of it. */
  transaction<T>(run: () => T): T;
  reset(): void;
  close(): void;
};

export function openStore(file: string | undefined): Store {
  const database = openDatabase(file);
  return {
    leads: openLeadStore(database),
    enrolments: openEnrolmentStore(database),
    calls: openCallStore(database),
    conversations: openConversationStore(database),
    transaction: (run) => inTransaction(database, run),
    reset: () => deleteEverything(database),
    close: () => database.close(),
  };
}
