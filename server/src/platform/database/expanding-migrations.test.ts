import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrationSources } from '../../composition/migration-sources.ts'
import { explanationOf, incompatibilitiesOf } from './expanding-migrations.testing.ts'
import { contractsOf, formsOf } from './migration-files.ts'
import { BEFORE_THE_RULE } from './migrations-before-the-rule.testing.ts'

/** The version from which `npm run endurance` upgrades; a clone without its history lacks it. */
const EARLIER = 'HEAD~40'
const git = (...args: string[]) => execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8', maxBuffer: 10_000_000 })
const hasEarlier = spawnSync('git', ['rev-parse', '--verify', '--quiet', EARLIER], { cwd: import.meta.dirname }).status === 0
/** Name that git gives to a file of this content. */
const blobOf = (text: string) =>
  createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex')

const explainable = (text: string) => incompatibilitiesOf(text).map(({ what, isExplainable }) => [what, isExplainable])

const files = migrationSources().flatMap(({ module, folder }) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => ({ name: `${module}/${file}`, text: readFileSync(join(folder, file), 'utf8') })),
)
const names = new Set(files.map(({ name }) => name))

describe('migrations expand before they contract', () => {
  it.each([
    ['ALTER TABLE a.b DROP COLUMN c;', 'drops COLUMN c', false],
    ['DROP TABLE a.b', 'drops TABLE a.b', false],
    ['drop table if exists a.b', 'drops table a.b', false],
    ['ALTER TABLE a.b RENAME TO c', 'renames RENAME TO c', false],
    ['ALTER TABLE a.b RENAME COLUMN c TO d', 'renames RENAME COLUMN c TO d', false],
    ['ALTER TABLE a.b ALTER COLUMN c TYPE bigint', 'changes the type c bigint', false],
    ['ALTER TABLE a.b ADD COLUMN c text NOT NULL', 'adds the column c without a default', false],
    ['ALTER TABLE a.b ADD c text, ADD COLUMN d text NOT NULL CHECK (d > 1)', 'adds the column d without a default', false],
    ['ALTER TABLE a.b ALTER COLUMN c SET NOT NULL', 'makes a value compulsory c SET NOT NULL', true],
    ['ALTER TABLE a.b ALTER c DROP DEFAULT', 'makes a value compulsory c DROP DEFAULT', true],
    ["ALTER TABLE a.b ADD CONSTRAINT k CHECK (c IN ('x'))", 'adds a constraint CONSTRAINT k', true],
    ['ALTER TABLE a.b ADD UNIQUE (c)', 'adds a constraint UNIQUE', true],
    ['CREATE UNIQUE INDEX i ON a.b (c)', 'adds a unique index UNIQUE i', true],
    ['CREATE TRIGGER t BEFORE INSERT ON a.b EXECUTE FUNCTION f()', 'adds a trigger TRIGGER t', true],
    ['DROP VIEW a.v', 'drops VIEW a.v', true],
    ['DROP INDEX a.i', 'drops what an upsert may name: INDEX a.i', true],
  ])('%s is found', (text, what, isExplainable) => {
    expect(explainable(text)).toEqual([[what, isExplainable]])
  })

  it.each([
    'CREATE TABLE a.b (c text NOT NULL, UNIQUE (c)); CREATE UNIQUE INDEX i ON a.b (c); ALTER TABLE a.b ADD CONSTRAINT k CHECK (c > 1);',
    "ALTER TABLE a.b ADD COLUMN c text NOT NULL DEFAULT 'x'",
    'ALTER TABLE a.b ADD COLUMN c text, ADD COLUMN d bigint NOT NULL GENERATED ALWAYS AS (1) STORED',
    'ALTER TABLE a.b ALTER COLUMN c DROP NOT NULL; ALTER TABLE a.b ALTER COLUMN c SET DEFAULT 1',
    '-- DROP TABLE a.b;\nCREATE OR REPLACE VIEW a.v AS SELECT 1; CREATE INDEX i ON a.b (c)',
    "INSERT INTO a.b VALUES ('DROP TABLE a.b;')",
    'CREATE FUNCTION a.f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN DROP TABLE a.b; END $$',
  ])('%s is not', (text) => {
    expect(incompatibilitiesOf(text)).toEqual([])
  })

  it('each migration since the rule expands, explains what its text cannot show, or contracts what an earlier one replaced', () => {
    const refused = files
      .filter(({ name }) => !BEFORE_THE_RULE.has(name))
      .flatMap(({ name, text }) => {
        const contracts = contractsOf(text)
        if (contracts !== null) return isEarlier(contracts, name) ? [] : [`${name} contracts ${contracts}, which is no earlier migration`]
        return incompatibilitiesOf(text)
          .filter(({ isExplainable }) => !isExplainable || explanationOf(text) === null)
          .map(({ what, isExplainable }) => `${name} ${what}${isExplainable ? ' without a line "-- compatible: …"' : ''}`)
      })
    expect(refused).toEqual([])
  })

  // An installation has applied them: a changed one stops its upgrade, and a missing one the restore of its backups.
  it.skipIf(!hasEarlier)('each migration of the earlier version is here, and only explanations were added to it', () => {
    const here = new Set(files.flatMap(({ text }) => formsOf(text).map(blobOf)))
    const earlier = git('ls-tree', '-r', '--full-tree', EARLIER).split('\n')
    const migrations = earlier.filter((line) => /\/migrations\/\w+\.sql$/.test(line))
    expect(migrations.length).toBeGreaterThan(100)
    expect(migrations.filter((line) => !here.has(line.split(/\s/)[2] ?? ''))).toEqual([])
  })

  it('the list of those before the rule names only migrations that would break it', () => {
    const kept = files.filter(({ text }) => incompatibilitiesOf(text).length > 0).map(({ name }) => name)
    expect([...BEFORE_THE_RULE].filter((name) => !kept.includes(name))).toEqual([])
  })
})

/** An earlier one of the same module. */
const isEarlier = (contracts: string, name: string): boolean =>
  names.has(contracts) && contracts.split('/')[0] === name.split('/')[0] && contracts < name
