/** The project has one language: the field's words (docs/lexicon.tsv), in comments, test titles, names and documents. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSourceTexts } from './source-texts.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 10_000_000 }).trim().split('\n')

const sources = files
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.generated\./.test(file))
  .map((file) => ({ file, ...readSourceTexts(file, read(file)) }))
/** Written by `npm run map`, or about words that are quoted. */
const GENERATED = ['docs/MAP.md', 'docs/requirements.md', 'docs/states.md', 'docs/settings.md', 'docs/events.md']
const documents = files.filter((file) => file.endsWith('.md') && !GENERATED.includes(file))

interface Row {
  readonly banned: RegExp
  readonly use: string
  readonly kinds: readonly string[]
  readonly allowed: readonly string[]
}
const lexicon: readonly Row[] = read('docs/lexicon.tsv')
  .split('\n')
  .slice(1)
  .filter(Boolean)
  .map((line) => {
    const [banned = '', use = '', kinds = '', allowed = ''] = line.split('\t')
    const isName = !/\b(text|screen)\b/.test(kinds)
    return {
      banned: isName ? new RegExp(`(?:^|_| )(?:${banned})(?:_| |$)`, 'i') : new RegExp(`\\b(?:${banned})\\b`, 'i'),
      use,
      kinds: kinds.split(' '),
      allowed: allowed.split(' ').filter(Boolean),
    }
  })

/** Drop quoted words: code, a text of a screen, a term that is explained. */
const withoutQuotes = (text: string): string =>
  text
    .replace(/```[\s\S]*?```|`[^`]*`/g, '`')
    .replace(/\]\([^)\s]*\)/g, ']')
    .replace(/\*[^*\n]+\*|"[^"\n]*"|“[^”]*”|«[^»]*»/g, '“')
/** `lookLater` reads as `look later`. */
const asWords = (name: string): string => name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[_-]/g, ' ')

/** `blacklist.known`: a code, which keeps its name. */
const isCode = (text: string): boolean => /^\w+(\.\w+)+$/.test(text)
/** Every text of a phrase file. */
const stringsOf = (phrases: unknown): string[] =>
  typeof phrases === 'string' ? [phrases] : Object.values((phrases ?? {}) as object).flatMap(stringsOf)

/** Every key of a phrase file, with the group it is in. */
const keysOf = (phrases: unknown, group = ''): string[] =>
  typeof phrases !== 'object'
    ? []
    : Object.entries(phrases ?? {}).flatMap(([key, phrase]) => [`${group}${key}`, ...keysOf(phrase, `${group}${key}.`)])
/** Phrases of codes of the wire, which keep the name that they have there. */
const CODE_KEYS = [
  'anomalies.states.GONE',
  'company-capital.names.house',
  'links.marks.forgotten',
  'officer-money.attention.from_house',
  'officer-money.withdrawals.done.give_back',
  'officer-money.withdrawals.give_back',
  'review.decline.codes.not_theirs',
  'review.decline.suggested.not_theirs',
  'stopped.waits.nobody',
]

function findings(kind: string, file: string, text: string): string[] {
  return lexicon
    .filter(({ kinds, allowed, banned }) => kinds.includes(kind) && !allowed.some((place) => file.startsWith(place)) && banned.test(text))
    .map(({ banned, use }) => `${file}: “${banned.exec(text)?.[0].trim()}” in “${text.slice(0, 100)}”; use: ${use}`)
}

describe('words', () => {
  it('of comments are those of the field', () => {
    expect(sources.length).toBeGreaterThan(2000)
    expect(sources.flatMap(({ file, comments }) => comments.flatMap(({ text }) => findings('text', file, withoutQuotes(text))))).toEqual([])
  })

  it('of test titles are those of the field', () => {
    expect(sources.flatMap(({ file, titles }) => titles.flatMap((title) => findings('text', file, withoutQuotes(title))))).toEqual([])
  })

  it('of errors, log lines and descriptions are those of the field', () => {
    const written = sources.flatMap(({ file, messages }) => messages.map((message) => ({ file, message })))
    expect(written.length).toBeGreaterThan(500)
    expect(written.flatMap(({ file, message }) => findings('text', file, withoutQuotes(message)))).toEqual([])
  })

  it('of names are those of the field', () => {
    const named = sources.flatMap(({ file, names }) => [...names, basename(file).replace(/\..*$/, '')].map((name) => ({ file, name })))
    expect(named.flatMap(({ file, name }) => findings('name', file, asWords(name)))).toEqual([])
  })

  it('of variables and parameters are those of the field', () => {
    const named = sources.flatMap(({ file, locals }) => locals.map((name) => ({ file, name })))
    expect(named.flatMap(({ file, name }) => findings('local', file, asWords(name)))).toEqual([])
  })

  it('of English screens and messages are those of the field', () => {
    const phrases = files.flatMap((file) => {
      if (/^web\/src\/i18n\/en\/.*\.json$/.test(file)) return stringsOf(JSON.parse(read(file))).map((text) => ({ file, text }))
      return file.endsWith('.en.ts') ? readSourceTexts(file, read(file)).texts.map((text) => ({ file, text })) : []
    })
    expect(phrases.length).toBeGreaterThan(3000)
    expect(phrases.flatMap(({ file, text }) => (isCode(text) ? [] : findings('screen', file, text)))).toEqual([])
  })

  it('of phrase keys and their files are those of the field', () => {
    const keys = files
      .filter((file) => /^web\/src\/i18n\/.*\.json$/.test(file))
      .flatMap((file) => {
        const space = basename(file, '.json')
        return ['', ...keysOf(JSON.parse(read(file)))].map((key) => ({ file, space, key }))
      })
    expect(keys.length).toBeGreaterThan(3000)
    const named = keys.filter(({ space, key }) => !CODE_KEYS.includes(`${space}.${key}`))
    // The last word of a path is the key itself; its groups are keys of their own.
    const wordsOf = ({ space, key }: (typeof named)[number]) => asWords(key === '' ? space : key.split('.').slice(-1).join(''))
    expect(named.flatMap((one) => findings('key', one.file, wordsOf(one)))).toEqual([])
  })

  it('of documents are those of the field', () => {
    const lines = documents.flatMap((file) =>
      withoutQuotes(read(file))
        .split('\n')
        .map((text) => ({ file, text })),
    )
    expect(lines.flatMap(({ file, text }) => findings('text', file, text))).toEqual([])
  })
})

it('a docstring begins with a noun phrase or an imperative verb', () => {
  const first = /^(Of|Who|Whom|Whose|What|Whoever|Whatever|So|By|Such|Somebody|Nobody|Something|Those|That|Ours|Also|Not|Which|But|And)\b/
  const found = sources.flatMap(({ file, comments }) =>
    comments.flatMap(({ text, line, isDocstring }) => (isDocstring && first.test(text) ? [`${file}:${line}: ${text.slice(0, 80)}`] : [])),
  )
  expect(found).toEqual([])
})

/** Terms that an engineer searches for, with the place where the search must arrive. */
const TERMS: Readonly<Record<string, string>> = {
  '2FA': 'docs/glossary.md',
  MFA: 'server/src/domains/customers/identity/index.ts',
  'two-factor': 'docs/glossary.md',
  'account recovery': 'docs/glossary.md',
  'request of a bank withdrawal': 'server/src/domains/money/payments/withdrawals/withdrawal-request.ts',
  'approval of bank withdrawals': 'server/src/domains/money/payments/withdrawals/withdrawal-approval.ts',
  'payment of a bank withdrawal': 'server/src/domains/money/payments/withdrawals/pay-withdrawal.ts',
  'reconciliation of bank withdrawals': 'server/src/domains/money/payments/payout-snapshot.ts',
  'bank withdrawals': 'web/src/screens/application/administrative/withdrawals/withdrawal-queue.tsx',
  'internal transfer': 'server/src/domains/money/crypto/withdrawals/send-withdrawals.ts',
  'fee bump': 'server/src/domains/money/blockchain/signing/replace-stuck-transactions.ts',
  'replace-by-fee': 'server/src/domains/money/blockchain/signing/replace-stuck-transactions.ts',
  'name matching': 'server/src/domains/compliance/screening/matching/compare-names.ts',
  fuzzy: 'server/src/domains/compliance/screening/matching/word-similarity.ts',
  Levenshtein: 'server/src/domains/compliance/screening/matching/word-similarity.ts',
  'sanctions list': 'docs/glossary.md',
  watchlist: 'docs/glossary.md',
  blocklist: 'server/src/domains/compliance/blocklist/index.ts',
  'worker pool': 'server/src/domains/compliance/screening/people/screeners.ts',
  semaphore: 'docs/glossary.md',
  'health check': 'server/src/platform/management/routes.ts',
  'suspicious activity report': 'docs/glossary.md',
  'maker-checker': 'server/src/platform/approvals/index.ts',
  'keyset pagination': 'server/src/domains/money/movements/list-movements.ts',
  'consumer group': 'docs/glossary.md',
  'exponential backoff': 'server/src/domains/compliance/screening/checks/schedule-retry.ts',
  jitter: 'server/src/platform/unit-of-work/unit-of-work.ts',
  'digital signature': 'docs/glossary.md',
}
it.each(Object.entries(TERMS))('“%s” is found in %s', (term, file) => {
  expect(read(file).toLowerCase()).toContain(term.toLowerCase())
})

it('lines of documents have at most 160 characters, outside tables and code', () => {
  const isProse = (line: string): boolean => !/^\s*\|/.test(line)
  const long = documents
    // A published legal text is never changed, not even its line breaks.
    .filter((file) => !file.startsWith('server/src/domains/customers/policies/texts/'))
    .flatMap((file) =>
      read(file)
        .replace(/^```[\s\S]*?^```/gm, (code) => '\n'.repeat(code.split('\n').length - 1))
        .split('\n')
        .flatMap((line, at) => (isProse(line) && line.length > 160 ? [`${file}:${at + 1}: ${line.length}`] : [])),
    )
  expect(long).toEqual([])
})

it('a decision record says its status and its date', () => {
  const records = files.filter((file) => /^docs\/decisions\/\d{4}-.*\.md$/.test(file))
  expect(records.length).toBeGreaterThan(70)
  const lacking = records.filter((file) => !/^# .+\n\n(?:- )?Status: .+\n(?:- )?Date: \d{4}-\d\d-\d\d/m.test(read(file)))
  expect(lacking).toEqual([])
})
