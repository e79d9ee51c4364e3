/** Text of docs/states.md: a diagram of every state machine, from the tables that the product itself uses. */
import { join } from 'node:path'
import { stateMachines } from '../../../server/src/composition/state-machines.ts'
import type { StateMachine } from '../../../server/src/platform/state-machine/machine.ts'
import { ROOT } from './calls.ts'

export const STATES_FILE = join(ROOT, 'docs/states.md')

export async function statesPage(): Promise<string> {
  const machines = await stateMachines()
  return `# States
Written by \`npm run map\` from the files \`states.ts\`; do not edit.

A transition that stands here is legal, any other is refused by \`server/src/platform/state-machine\`, which locks the row, checks, writes the state with an
entry of its \`state_history\` (from, to, when, who), and announces it, in one transaction. A transition marked *corrects* leaves a final state:
something was heard after it was over.

${machines.map(section).join('\n\n')}
`
}

const section = (machine: StateMachine<string>): string => `## ${machine.title}
\`${machine.name}\`

\`\`\`mermaid
stateDiagram-v2
  direction LR
${[...diagram(machine)].map((line) => `  ${line}`).join('\n')}
\`\`\`

${table(machine)}`

function* diagram({ initial, final, transitions }: StateMachine<string>): Generator<string> {
  yield `[*] --> ${initial}`
  for (const { from, to, on, corrects } of transitions)
    for (const one of from) yield `${one} --> ${to}: ${on}${corrects ? ' (corrects)' : ''}`
  for (const state of final) yield `${state} --> [*]`
}

const table = ({ transitions }: StateMachine<string>): string =>
  [
    '| from | to | when | who |',
    '|---|---|---|---|',
    ...transitions.map(({ from, to, on, by }) => `| ${from.join(', ')} | ${to} | ${on} | ${by.join(', ')} |`),
  ].join('\n')
