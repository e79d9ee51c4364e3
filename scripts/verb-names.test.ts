/** A file whose name begins with a verb exports the function of that name, so that a search for either finds both. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', 'contract/src', 'server', 'dev', 'web/src'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 10_000_000,
})
  .trim()
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/(\.(test|testing|process|es|en|d|generated)\.tsx?|\.worker\.ts)$/.test(file))

/** First words that are verbs in the names of this code; most are nouns too, before one of `HEADS`. */
const VERBS = new Set(
  `accept activate add apply approve assign authenticate begin book build cancel change check clear close collect compare complete compress
  confirm consume convert count create decide deliver derive describe desist detect dismiss draw drop end ensure erase estimate execute expire
  explain export extract fetch fill find finish follow freeze gather generate handle insert issue list load make manage mark measure merge mount
  move notify open parse pause pay persist pick plan post prepare present propose prove purge put quote read recheck reconcile record recover
  refresh register reject release remove render repair replace replay report request resend reset resolve restore resume return reverse review
  revoke rotate run save scan schedule seal send serve settle show sign skip split start stop submit suggest suspend sync terminate transliterate
  undo unlock update validate verify wait watch withdraw wrap write`.split(/\s+/),
)
/** Last words that make the name a noun: the store of checks, the words of an export. */
const HEADS = new Set(
  `actions answers approval approvals business changes choices content context due facts files history id ids in ins keys kit labels lines list loop memory modal modes
  names note owner page policy price progress proof query reads reason renewal report role roles rules run search settings store stores summary
  text texts time times token transitions up view views words`.split(/\s+/),
)

const pascal = (name: string): string => name.replace(/(?:^|-)([a-z\d])/g, (_, letter: string) => letter.toUpperCase())
const exportedFunctions = (source: string): string[] =>
  [...source.matchAll(/^export (?:default )?(?:async )?(?:function\*?|const|class) (\w+)/gm)].map(([, name = '']) => name)

/** A file that is run, and exports nothing. */
const isProgram = (file: string): boolean => !/^export /m.test(readFileSync(join(ROOT, file), 'utf8'))

function isNamedAfterVerb(file: string): boolean {
  const words = basename(file).replace(/\..*$/, '').split('-')
  return VERBS.has(words[0] ?? '') && !(words.length > 1 && HEADS.has(words.at(-1) ?? ''))
}

/** `propose.ts` exports `propose` or, in a folder that says the object, `proposeRefund`; `create…` and `…Command` are its factories. */
function exportsItsName(file: string): boolean {
  const stem = basename(file).replace(/\..*$/, '')
  const name = pascal(stem)
  const isOneWord = !stem.includes('-')
  return exportedFunctions(readFileSync(join(ROOT, file), 'utf8')).some((exported) => {
    const named = pascal(exported).replace(/Command$/, '')
    return [named, named.replace(/^Create/, '')].some((one) => one === name || (isOneWord && new RegExp(`^${name}(?![a-z])`).test(one)))
  })
}

it('a file that is named after a verb exports the function of its name', () => {
  const named = files.filter(isNamedAfterVerb)
  expect(named.length).toBeGreaterThan(200)
  expect(named.filter((file) => !isProgram(file) && !exportsItsName(file))).toEqual([])
})
