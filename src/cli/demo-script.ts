import { type AgentScriptInput, defaultScript } from '../sandbox/index.ts';

/** What the demo's agent says: the sandbox's script, with a picture of the practice where somebody asks for the way. */
export function demoScript(siteUrl: string): AgentScriptInput {
  const picture = `![Our reception, with a seat for you by the window](${siteUrl}/practice.svg)`;
  return {
    ...defaultScript,
    answers: defaultScript.answers?.map((answer) =>
      answer.when.includes('where') ? { ...answer, say: `${answer.say}\n\n${picture}` } : answer,
    ),
  };
}
