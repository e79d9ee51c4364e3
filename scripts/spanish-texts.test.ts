/** Spanish is in phrase catalogues only, and each phrase has its English twin: `<name>.es.ts` beside `<name>.en.ts`, or `{ es, en }`. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const listed = execFileSync('git', ['ls-files', 'server', 'dev', 'contract/src', 'web/src'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 10_000_000,
})
const files = listed.trim().split('\n')

const IN_SPANISH = /(\.test|\.testing|\.es)\.tsx?$|\/testing\.ts$|\/(testing|demo|sandbox|migrations|seeds)\/|^web\/src\/screens\/dev\//
const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.generated\./.test(file) && !IN_SPANISH.test(file))

/** Files whose Spanish is not a phrase of the product. */
const NOT_PHRASES: Readonly<Record<string, string>> = {
  'contract/src/alert-kinds.ts': 'keys of an answer, as the specification writes them',
  'contract/src/compliance-people.ts': 'choices of a filter, as the specification writes them',
  'contract/src/compliance-person.ts': 'the answer without a screening report, as the specification writes it',
  'contract/src/regulatory-matches.ts': 'the name of an authority',
  'server/build/alert-files.ts': 'the name of a program',
  'server/src/domains/customers/identity/core/devices/place.ts': 'names of cities, as the official list writes them',
  'server/src/domains/customers/identity/core/passwords.ts': 'words that people choose as passwords',
  'server/src/domains/compliance/monitoring/rules/bank-account-changed.ts': 'codes in the stored fingerprints of findings',
  'server/src/domains/money/movements/movement-store.ts': 'letters that a search folds',
  'server/src/domains/reference/parameters/banks.ts': 'names of banks, official data',
  'server/src/domains/reference/parameters/code-lists.ts': 'names of codes, official data',
  'server/src/domains/reference/parameters/identification-types.ts': 'names of documents, official data',
  'server/src/domains/compliance/screening/matching/asian-scripts.ts': 'letters of other scripts',
  'server/src/domains/compliance/screening/matching/east-asian-names.ts': 'names of people',
  'server/src/domains/compliance/screening/matching/initialisms.ts': 'small words that initials leave out',
  'server/src/domains/compliance/screening/matching/name-statistics.ts': 'names of people',
  'server/src/domains/compliance/screening/matching/name-variants.ts': 'names of people',
  'server/src/domains/compliance/screening/matching/name-words.ts': 'small words in names',
  'server/src/domains/compliance/screening/matching/transliterate.ts': 'letters of other scripts',
  'server/src/domains/compliance/screening/provider/source-codes.ts': 'labels of the provider in its progress',
}

/** Files whose phrases are still to be moved into a catalogue. This list only shrinks. */
const TO_DO: readonly string[] = []

/** Catalogues that still have no English twin. This list only shrinks. */
const WITHOUT_TWIN: readonly string[] = []

const ACCENT = /[áéíóúñ¿¡«»]/i
const FUNCTION_WORDS =
  /\b(el|la|los|las|del|al|de|para|por|con|una?|que|qué|su|sus|tu|sin|está|este|esta|hay|más|se|es|en|y|o|lo|le|ya|nuestra|cuenta|retiro)\b/gi
const SQL = /\b(SELECT|FROM|WHERE|INSERT|UPDATE)\b/

const ENGLISH = /\b(the|of|and|is|are|not|with|by|who|what|has)\b/i

/** A letter of Spanish outside of an English sentence, which may name a place or a screen, or two function words of Spanish. */
const isSpanish = (text: string): boolean =>
  !SQL.test(text) && ((ACCENT.test(text) && !ENGLISH.test(text)) || new Set(text.toLowerCase().match(FUNCTION_WORDS) ?? []).size >= 2)

const PARTS = [ts.SyntaxKind.TemplateHead, ts.SyntaxKind.TemplateMiddle, ts.SyntaxKind.TemplateTail, ts.SyntaxKind.JsxText]

function spanishIn(file: string): string[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const root = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true, kind)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isSpanishOfPair(node) || ts.isImportDeclaration(node)) return
    const text = ts.isStringLiteralLike(node) || PARTS.includes(node.kind) ? (node as ts.LiteralLikeNode).text : null
    if (text !== null && (isSpanish(text) || (!file.endsWith('.en.ts') && isLabel(node) && !PHRASE_KEY.test(text))))
      found.push(text.trim().slice(0, 100))
    ts.forEachChild(node, visit)
  }
  visit(root)
  return found
}

/** `es: …` in an object that has `en` too. */
const isSpanishOfPair = (node: ts.Node): boolean =>
  ts.isPropertyAssignment(node) && node.name.getText() === 'es' && node.parent.properties.some(({ name }) => name?.getText() === 'en')

/** Key of a phrase of the web, like `title.record`. */
const PHRASE_KEY = /^\w+(\.\w+)+$/

/** A label that is written where it is used has one language only. */
const isLabel = ({ parent }: ts.Node): boolean => ts.isPropertyAssignment(parent) && parent.name.getText() === 'label'

describe('Spanish', () => {
  const found = new Map(sources.map((file) => [file, spanishIn(file)] as const).filter(([, texts]) => texts.length > 0))

  it('is in phrase catalogues only', () => {
    expect(sources.length).toBeGreaterThan(1000)
    const allowed = new Set([...Object.keys(NOT_PHRASES), ...TO_DO])
    expect([...found].filter(([file]) => !allowed.has(file)).map(([file, texts]) => `${file}: ${texts.join(' | ')}`)).toEqual([])
  })

  it('has no file on a list that is clean', () => {
    expect([...Object.keys(NOT_PHRASES), ...TO_DO].filter((file) => !found.has(file))).toEqual([])
  })

  it('has its English twin', () => {
    const catalogues = files.filter((file) => file.endsWith('.es.ts') && !file.includes('/demo/'))
    expect(catalogues.length).toBeGreaterThan(10)
    expect(catalogues.filter((file) => !files.includes(file.replace(/\.es\.ts$/, '.en.ts')) && !WITHOUT_TWIN.includes(file))).toEqual([])
    expect(WITHOUT_TWIN.filter((file) => !files.includes(file) || files.includes(file.replace(/\.es\.ts$/, '.en.ts')))).toEqual([])
  })
})
