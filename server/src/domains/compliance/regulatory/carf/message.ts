/** Header, `DocSpec`s and trailer of a message of the OECD's schema CARF 1.5 (user guide 2.0), on plain values. */
import type { CARF_MESSAGES } from '@tunjo/contract/regulatory-carf'
import type { Company } from './company.ts'
import { addressOf } from './user-record.ts'
import { branch, closing, leaf, opening } from './xml.ts'

export type DocType = 'OECD0' | 'OECD1' | 'OECD2' | 'OECD3'
export interface Doc {
  readonly type: DocType
  readonly refId: string
  readonly corrRefId: string | null
}
export interface Message {
  readonly type: (typeof CARF_MESSAGES)[number]
  readonly refId: string
  /** The last day of the year. */
  readonly period: string
  readonly at: Date
}

const NAMESPACES = {
  'xmlns:carf': 'urn:oecd:ties:carf:v1',
  'xmlns:stf': 'urn:oecd:ties:carfstf:v5',
  'xmlns:iso': 'urn:oecd:ties:isocarftypes:v1',
  version: '1.5',
}
/** Colombia transmits to itself: the file goes to the DIAN, which exchanges it with other countries. */
const COUNTRY = 'CO'
/** Tax residence. */
const NEXUS = 'CARF901'

/** Unique among all messages of the platform: country, year, country, platform, version. */
export const messageRefId = ({ nit }: Pick<Company, 'nit'>, year: string, version: number): string =>
  `${COUNTRY}${year}${COUNTRY}-${nit}-v${version}`

export const docSpec = ({ type, refId, corrRefId }: Doc): string =>
  branch(
    'carf:DocSpec',
    leaf('stf:DocTypeIndic', type),
    leaf('stf:DocRefId', refId),
    ...(corrRefId === null ? [] : [leaf('stf:CorrDocRefId', corrRefId)]),
  )

export function companyFacts({ name, nit, address, city }: Company): string {
  const entity = branch(
    'carf:Entity',
    leaf('carf:ResCountryCode', COUNTRY),
    leaf('carf:TIN', nit, { issuedBy: COUNTRY }),
    leaf('carf:Name', name),
    addressOf({ country: COUNTRY, address, city }),
  )
  return branch('carf:RCASP_ID', entity) + leaf('carf:Nexus', NEXUS)
}

export function headerOf(message: Message, company: Company, doc: Doc): string {
  const spec = branch(
    'carf:MessageSpec',
    leaf('carf:SendingEntityIN', company.nit),
    leaf('carf:TransmittingCountry', COUNTRY),
    leaf('carf:ReceivingCountry', COUNTRY),
    leaf('carf:MessageType', 'CARF'),
    leaf('carf:MessageRefId', message.refId),
    leaf('carf:MessageTypeIndic', message.type),
    leaf('carf:ReportingPeriod', message.period),
    leaf('carf:Timestamp', message.at.toISOString().replace(/\.\d{3}Z$/, 'Z')),
  )
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>'
  const rcasp = branch('carf:RCASP', companyFacts(company), docSpec(doc))
  return [declaration, opening('carf:CARF_OECD', NAMESPACES), spec, opening('carf:CARFBody'), rcasp].join('\n')
}
export const TRAILER = `${closing('carf:CARFBody')}\n${closing('carf:CARF_OECD')}`

/** Record of the platform in the header of an earlier message: its identifier, and whether it says the same. */
export function companyIn(header: string, company: Company): { refId: string; isSame: boolean } {
  const refId = /<stf:DocRefId>([^<]+)<\/stf:DocRefId>/.exec(header)?.[1]
  if (refId === undefined) throw new Error('a message without the record of the platform')
  return { refId, isSame: header.includes(companyFacts(company)) }
}

const DOC_SPEC = opening('carf:DocSpec')
export const userText = (facts: string, doc: Doc): string => branch('carf:CryptoUsers', facts, docSpec(doc))
/** Person and totals of a record, without its `DocSpec`. */
export function factsIn(text: string): string {
  return text.slice(opening('carf:CryptoUsers').length, text.lastIndexOf(DOC_SPEC))
}
