/** docs/benchmarks.md: what each bench measures, and its last results. */
import { BENCHES } from './catalogue.ts'
import { meetsGoal } from './figures.ts'
import { type BenchResults, medianOf } from './results.ts'

const PREFACE = `# Benchmarks

This page is generated: \`npm run bench\` runs the benches one after the other, keeps their figures in \`bench/results\` and writes this page from them.
\`npm run bench -- quotes http --runs 3\` measures two of them three times. Figures are ratios within one run on one machine where that is
possible, with durability, idempotency and the hash chain on, since seconds of another machine say little. Measure on a machine that does nothing
else, without raised priority. What earlier measurements taught is in [benchmark-history.md](benchmark-history.md).
`
const DIGITS = 3

export function benchmarksPage(read: (bench: string) => BenchResults | null): string {
  const commands = BENCHES.map(({ name, what }) => `| \`npm run bench -- ${name}\` | ${what} |`)
  const sections = BENCHES.flatMap(({ name }) => {
    const results = read(name)
    return results ? [section(results)] : []
  })
  return [PREFACE, ['| command | what |', '|---|---|', ...commands, ''].join('\n'), ...sections].join('\n')
}

function section({ bench, commit, date, machine, loadBefore, figures }: BenchResults): string {
  const runs = figures[0]?.values.length ?? 0
  const quiet = `load average before it ${loadBefore.toFixed(1)}`
  const where = `${machine.cores} cores of ${machine.processor}, ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}`
  const rows = figures.map((figure) => {
    const median = medianOf(figure.values)
    const shown = text(median, figure.unit)
    const range = runs > 1 ? ` | ${text(Math.min(...figure.values), figure.unit)} to ${text(Math.max(...figure.values), figure.unit)}` : ''
    return `| ${figure.name} | ${goalText(figure)} | ${meetsGoal({ ...figure, value: median }) ? shown : `**${shown}**`}${range} |`
  })
  const [more, line] = runs > 1 ? [' | lowest to highest', '|---'] : ['', '']
  return [
    `## ${bench}`,
    `${date}, commit \`${commit}\`, ${runs === 1 ? 'one run' : `median of ${runs} runs`}; ${where};`,
    `${quiet}.`,
    '',
    `| | goal | measured${more} |`,
    `|---|---|---${line}|`,
    ...rows,
    '',
  ].join('\n')
}

function goalText({ atLeast, atMost, unit }: BenchResults['figures'][number]): string {
  if (atLeast !== undefined) return `≥ ${text(atLeast, unit)}`
  return atMost === undefined ? '–' : `≤ ${text(atMost, unit)}`
}

/** Three significant digits, whole numbers in full. */
function text(value: number, unit: string): string {
  const figure = value >= 100 ? Math.round(value).toLocaleString('en-GB') : String(Number(value.toPrecision(DIGITS)))
  return unit === '' ? figure : `${figure}${unit === '/s' || unit === '%' ? '' : ' '}${unit}`
}
