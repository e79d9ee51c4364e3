/** Parser of the consolidated list of the United Nations Security Council, in its XML format. */

import { type Chunks, FileFault } from '../../../../platform/files/file-text.ts'
import { countriesOf, identifier, kindOf, tidy, yearsIn } from './facts.ts'
import { FAULT } from './list-words.ts'
import { childrenOf, readXmlRecords, textIn, type XmlNode } from './read-xml-records.ts'
import { type NameField, namesOf } from './split-names.ts'
import type { ListEntry, ReadEntry } from './types.ts'

const RECORDS = new Set(['INDIVIDUAL', 'ENTITY'])
const NAME_PARTS = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']

export async function* readUn(chunks: Chunks): AsyncGenerator<ReadEntry> {
  const seen = new Set<string>()
  for await (const { line, node } of readXmlRecords(chunks, 'CONSOLIDATED_LIST', RECORDS)) {
    const entry = entryOf(node, line)
    if (seen.has(entry.id)) throw new FileFault(line, FAULT.twice(entry.id))
    seen.add(entry.id)
    yield { line, entry }
  }
}

function entryOf(node: XmlNode, line: number): ListEntry {
  const id = textIn(node, 'DATAID')
  const isPerson = node.name === 'INDIVIDUAL'
  const name = tidy(NAME_PARTS.map((part) => textIn(node, part)).join(' '))
  if (!id || !name) throw new FileFault(line, FAULT.incompleteEntry('DATAID'))
  const aliases = childrenOf(node, isPerson ? 'INDIVIDUAL_ALIAS' : 'ENTITY_ALIAS').map((alias): NameField => {
    const quality = /low/i.test(textIn(alias, 'QUALITY')) ? 'low' : 'good'
    return { text: textIn(alias, 'ALIAS_NAME'), quality }
  })
  const births = childrenOf(node, 'INDIVIDUAL_DATE_OF_BIRTH')
  return {
    id,
    type: isPerson ? 'person' : 'organisation',
    ...namesOf([{ text: name }, { text: textIn(node, 'NAME_ORIGINAL_SCRIPT') }, ...aliases]),
    identifiers: childrenOf(node, 'INDIVIDUAL_DOCUMENT').flatMap((one) =>
      identifier(kindOf(textIn(one, 'TYPE_OF_DOCUMENT')), textIn(one, 'NUMBER')),
    ),
    birthYears: yearsIn(births.flatMap((birth) => ['DATE', 'YEAR', 'FROM_YEAR', 'TO_YEAR'].map((part) => textIn(birth, part)))),
    countries: countriesOf(childrenOf(node, 'NATIONALITY').flatMap((one) => childrenOf(one, 'VALUE').map(({ text }) => text))),
    gender: textIn(node, 'GENDER') === 'Male' ? 'male' : textIn(node, 'GENDER') === 'Female' ? 'female' : null,
    reason: [textIn(node, 'UN_LIST_TYPE'), textIn(node, 'REFERENCE_NUMBER')].filter(Boolean).join(' '),
    office: null,
  }
}
