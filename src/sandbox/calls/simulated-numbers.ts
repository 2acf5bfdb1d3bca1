/** What a simulated call comes to. */
export type Outcome = 'completed' | 'congestion' | 'transferred';

/** Numbers with a course of their own; every other number answers and completes. None of them belongs to anybody. */
export const simulatedNumbers: readonly { phone: string; outcome: Outcome; description: string }[] = [
  { phone: '14155550110', outcome: 'completed', description: 'rings, is answered by a person, and completes' },
  { phone: '14155550120', outcome: 'congestion', description: 'rings, and ends with the disposition CONGESTION' },
  { phone: '14155550130', outcome: 'transferred', description: 'is answered, and transferred twice: legs :1 and :2' },
];

export function outcomeOf(phone: string): Outcome {
  return simulatedNumbers.find((one) => one.phone === phone)?.outcome ?? 'completed';
}
