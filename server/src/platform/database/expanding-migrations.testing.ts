/**
 * Reads a migration for what a program of the version before cannot live with: during an upgrade it works with the new tables
 * (docs/decisions/0106-migrations-expand-before-they-contract.md). Words of the text decide; what they cannot decide, its author explains in
 * a line `-- compatible: …`.
 */

/** Statements that remove or rename something that the version before uses. */
const REMOVES: readonly [RegExp, string][] = [
  [/\bDROP\s+(TABLE|SCHEMA|MATERIALIZED VIEW|TYPE|DOMAIN|FUNCTION|SEQUENCE)\s+(?:IF\s+EXISTS\s+)?([\w.]+)/gi, 'drops'],
  [/\bDROP\s+(COLUMN)\s+(?:IF\s+EXISTS\s+)?([\w.]+)/gi, 'drops'],
  [/\b(RENAME)\s+((?:COLUMN\s+\w+\s+)?TO\s+\w+)/gi, 'renames'],
  [/\bALTER\s+(?:COLUMN\s+)?(\w+)\s+(?:SET\s+DATA\s+)?TYPE\s+([\w.]+)/gi, 'changes the type'],
  [/\b(TRUNCATE)\s+(?:TABLE\s+)?([\w.]+)/gi, 'empties'],
]
/** Statements that may refuse rows of the version before, or remove what it may do without. */
const MAY_REFUSE: readonly [RegExp, string][] = [
  [/\bALTER\s+(?:COLUMN\s+)?(\w+)\s+(SET\s+NOT\s+NULL|DROP\s+DEFAULT|DROP\s+EXPRESSION)/gi, 'makes a value compulsory'],
  [/\bADD\s+(?:(CONSTRAINT)\s+(\w+)|(CHECK|UNIQUE|PRIMARY\s+KEY|FOREIGN\s+KEY|EXCLUDE)\b)/gi, 'adds a constraint'],
  [/\bCREATE\s+(UNIQUE)\s+INDEX\s+(?:CONCURRENTLY\s+)?(?:IF\s+NOT\s+EXISTS\s+)?(\w+)/gi, 'adds a unique index'],
  [/\bCREATE\s+(?:OR\s+REPLACE\s+)?(?:CONSTRAINT\s+)?(TRIGGER)\s+(\w+)/gi, 'adds a trigger'],
  [/\bDROP\s+(VIEW)\s+(?:IF\s+EXISTS\s+)?([\w.]+)/gi, 'drops'],
  [/\bDROP\s+(INDEX|CONSTRAINT)\s+(?:IF\s+EXISTS\s+)?([\w.]+)/gi, 'drops what an upsert may name:'],
]
const NEW_COLUMN =
  /\bADD\s+(?:COLUMN\s+)?(?!CONSTRAINT\b|CHECK\b|UNIQUE\b|PRIMARY\b|FOREIGN\b|EXCLUDE\b)(?:IF\s+NOT\s+EXISTS\s+)?(\w+)\s+([^;]*?)(?=,\s*(?:ADD|ALTER|DROP)\b|;|$)/gi
const NEW_TABLE = /\bCREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?([\w.]+)/gi

export interface Incompatibility {
  readonly what: string
  /** Whether a line `-- compatible: …` may explain it; else only the declaration as a contraction. */
  readonly isExplainable: boolean
}

/** All statements of the migration that the version before may not live with. A table that it creates is still unused. */
export function incompatibilitiesOf(text: string): Incompatibility[] {
  const created = new Set([...plain(text).matchAll(NEW_TABLE)].map(([, name = '']) => name.toLowerCase()))
  const statements = plain(text)
    .split(';')
    .filter((statement) => !created.has(tableOf(statement)))
  return statements.flatMap((statement) => [
    ...found(statement, REMOVES, false),
    ...found(statement, MAY_REFUSE, true),
    ...[...statement.matchAll(NEW_COLUMN)]
      .filter(([, , rest = '']) => /\bNOT\s+NULL\b/i.test(rest) && !/\b(DEFAULT|GENERATED)\b/i.test(rest))
      .map(([, column]) => ({ what: `adds the column ${column} without a default`, isExplainable: false })),
  ])
}

/** Why the author holds that the version before can live with it. */
export const explanationOf = (text: string): string | null => /^-- compatible: (.{20,})$/m.exec(text)?.[1] ?? null

function found(statement: string, rules: readonly [RegExp, string][], isExplainable: boolean): Incompatibility[] {
  return rules.flatMap(([rule, verb]) =>
    [...statement.matchAll(rule)].map((match) => ({ what: `${verb} ${match.slice(1).filter(Boolean).join(' ')}`, isExplainable })),
  )
}

/** Without comments, strings and the bodies of functions. */
const plain = (text: string): string =>
  text
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/--.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/'(?:[^']|'')*'/g, "''")

const TABLE = /\b(?:ALTER\s+TABLE\s+(?:ONLY\s+|IF\s+EXISTS\s+)*|(?:UNIQUE\s+)?INDEX\s+.*?\bON\s+|TRIGGER\s+.*?\bON\s+)([\w.]+)/is
const tableOf = (statement: string): string => TABLE.exec(statement)?.[1]?.toLowerCase() ?? ''
