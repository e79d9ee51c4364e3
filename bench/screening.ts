/**
 * Screening: recall of names that should be found, false positives among ordinary people, and speed.
 *
 *   npx tsx bench/screening.ts [--seed 7] [--part held-out|dev] [--names cases.csv] [--un consolidated.xml] [--verbose]
 *
 * The synthetic Colombians are split by person: rules are tuned on one part (`dev`) and reported on the other. `--names` takes the
 * `cases.csv` of name_bench (opensanctions/nomenklatura, MIT), `--un` the consolidated list of the United Nations; neither is in the
 * repository.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { measureColombians } from './screening-colombians.ts'
import { measureNamePairs } from './screening-name-pairs.ts'
import { measureSpeed } from './screening-speed.ts'
import { measureUn } from './screening-un.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '20261122' },
    part: { type: 'string', default: 'held-out' },
    names: { type: 'string' },
    un: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const seed = Number(values.seed)
const part = values.part === 'dev' ? 'dev' : 'held-out'
console.log(`seed ${seed}, part ${part}`)
const wanted = (name: string) => values.only === undefined || values.only === name
if (wanted('colombians')) measureColombians({ seed, part, verbose: values.verbose })
if (values.names && wanted('names')) measureNamePairs({ text: readFileSync(values.names, 'utf8'), part, verbose: values.verbose })
if (values.un && wanted('un')) await measureUn({ content: readFileSync(values.un), seed, part, verbose: values.verbose })
if (wanted('speed')) measureSpeed({ seed })
