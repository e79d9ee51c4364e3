/** Parser of the consolidated list of the European Union, in its XML format (1.1). */

import { type Chunks, FileFault } from '../../../../platform/files/file-text.ts'
import { countriesOf, identifier, kindOf, tidy, yearsIn } from './facts.ts'
import { FAULT } from './list-words.ts'
import { childrenOf, readXmlRecords, type XmlNode } from './read-xml-records.ts'
import { namesOf } from './split-names.ts'
import type { ListEntry, ReadEntry } from './types.ts'

const RECORDS = new Set(['sanctionEntity'])

export async function* readEu(chunks: Chunks): AsyncGenerator<ReadEntry> {
  const seen = new Set<string>()
  for await (const { line, node } of readXmlRecords(chunks, 'export', RECORDS)) {
    const entry = entryOf(node, line)
    if (seen.has(entry.id)) throw new FileFault(line, FAULT.twice(entry.id))
    seen.add(entry.id)
    yield { line, entry }
  }
}

const attribute = (node: XmlNode, name: string) => tidy(node.attributes[name] ?? '')

function entryOf(node: XmlNode, line: number): ListEntry {
  const id = attribute(node, 'logicalId') || attribute(node, 'euReferenceNumber')
  const aliases = childrenOf(node, 'nameAlias')
  const { names, nameSources } = namesOf(
    aliases.map((alias) => ({
      text: alias.attributes.wholeName || `${attribute(alias, 'firstName')} ${attribute(alias, 'lastName')}`,
      quality: attribute(alias, 'strong') === 'false' ? 'low' : 'good',
    })),
  )
  if (!id || names.length === 0) throw new FileFault(line, FAULT.incompleteEntry('logicalId'))
  const genders = new Set(aliases.map((alias) => attribute(alias, 'gender')))
  const [type] = childrenOf(node, 'subjectType').map((one) => attribute(one, 'code') || attribute(one, 'classificationCode'))
  return {
    id,
    type: type === 'person' || type === 'P' ? 'person' : type ? 'organisation' : null,
    names,
    nameSources,
    identifiers: childrenOf(node, 'identification').flatMap((one) =>
      identifier(kindOf(attribute(one, 'identificationTypeDescription')), attribute(one, 'number')),
    ),
    birthYears: yearsIn(childrenOf(node, 'birthdate').flatMap((birth) => [attribute(birth, 'year'), attribute(birth, 'birthdate')])),
    countries: countriesOf(childrenOf(node, 'citizenship').map((one) => attribute(one, 'countryIso2Code'))),
    gender: genders.has('M') && !genders.has('F') ? 'male' : genders.has('F') && !genders.has('M') ? 'female' : null,
    // One reason for each regulation that names the entry: an entry listed for two reasons has both.
    reason: [...new Set(childrenOf(node, 'regulation').map((one) => attribute(one, 'programme')))].filter(Boolean).join(', '),
    office: null,
  }
}
