/** Record of a person or company (`CryptoUsers`) of the OECD's schema CARF 1.5, on plain values. */
import { ASSETS, formatUnits } from '@tunjo/contract/money'
import type { CarfKind } from '@tunjo/contract/regulatory-carf'
import { colombianTin } from '@tunjo/contract/tax-residence-rules'
import { pesosText } from './pesos-text.ts'
import type { TaxSubject } from './tax-subject.ts'
import type { Total } from './totals.ts'
import { branch, leaf } from './xml.ts'

/** Stands for the first name where a name is in one field only (the OECD's "NFN"). */
const NO_FIRST_NAME = 'NFN'
const LONGEST = 200
const cut = (text: string): string => [...text].slice(0, LONGEST).join('')

/** Elements in the order of the schema; purposes of transfers by its codes (`Other` and `Unknown`). */
const ELEMENTS: readonly { readonly kind: CarfKind; readonly name: string; readonly transferType?: string }[] = [
  { kind: 'cryptoIn', name: 'CryptoToCryptoIn' },
  { kind: 'cryptoOut', name: 'CryptoToCryptoOut' },
  { kind: 'fiatIn', name: 'CryptoFiatIn' },
  { kind: 'fiatOut', name: 'CryptoFiatOut' },
  { kind: 'transferInOther', name: 'CryptoTransferIn', transferType: 'CARF508' },
  { kind: 'transferInUnknown', name: 'CryptoTransferIn', transferType: 'CARF509' },
  { kind: 'transferOutOther', name: 'CryptoTransferOut', transferType: 'CARF605' },
  { kind: 'transferOutUnknown', name: 'CryptoTransferOut', transferType: 'CARF606' },
]
const REPORTED: ReadonlySet<string> = new Set(ELEMENTS.map(({ kind }) => kind))
export const isReported = ({ bucket, units }: Total): boolean => REPORTED.has(bucket) && units > 0n

/** `UserID` and `RelevantTransactions`, without the `DocSpec`. */
export function userFacts(subject: TaxSubject, totals: readonly Total[]): string {
  const party =
    subject.personType === 'natural' ? branch('carf:Individual', ...individual(subject)) : branch('carf:Entity', ...entity(subject))
  const assets = [...new Set(totals.filter(isReported).map(({ asset }) => asset))]
  return branch('carf:UserID', party) + assets.map((asset) => relevantTransactions(totals.filter((one) => one.asset === asset))).join('')
}

/** Country of the platform, and of a customer of level 1 who certified no residence: that level asks for no address. */
const HOME = 'CO'
/** The schema requires a city. */
const NO_CITY = 'NO DISPONIBLE'

/** Countries of tax residence as certified; without a certification that of the accepted form. */
export const residenceCountries = ({ residences, residenceCountry }: TaxSubject): string[] =>
  residences?.map(({ country }) => country) ?? [residenceCountry ?? HOME]

function identifiers(subject: TaxSubject): string[] {
  const countries = residenceCountries(subject)
  return [...countries.map((country) => leaf('carf:ResCountryCode', country)), ...countries.map((country) => tinIn(subject, country))]
}

/** Number in a country: in Colombia that of the verified document, also when another one was verified after the certification. */
function tinIn(subject: TaxSubject, country: string): string {
  const certified = subject.residences?.find((one) => one.country === country)?.tin ?? null
  const tin = (country === 'CO' ? colombianTin(subject) : null) ?? certified
  return tin === null ? leaf('carf:TIN', '', { unknown: 'true' }) : leaf('carf:TIN', tin, { issuedBy: country })
}

interface Place {
  readonly country: string
  readonly address: string | null
  readonly city: string | null
}
export const addressOf = ({ country, address, city }: Place): string =>
  branch(
    'carf:Address',
    leaf('carf:CountryCode', country),
    branch('carf:AddressFix', ...(address ? [leaf('carf:Street', cut(address))] : []), leaf('carf:City', cut(city || NO_CITY))),
  )

function homeOf(subject: TaxSubject): string {
  const { country, address, city } = subject
  return addressOf({ country: country ?? residenceCountries(subject)[0] ?? HOME, address, city })
}

function individual(subject: TaxSubject): string[] {
  const name = branch('carf:Name', leaf('carf:FirstName', NO_FIRST_NAME), leaf('carf:LastName', cut(subject.fullName)))
  const birth = branch('carf:BirthInfo', leaf('carf:BirthDate', subject.birthDate ?? ''))
  return [...identifiers(subject), name, homeOf(subject), birth]
}

const entity = (subject: TaxSubject): string[] => [...identifiers(subject), leaf('carf:Name', cut(subject.fullName)), homeOf(subject)]

/** Transfers to outside are to wallets of which the platform does not know the provider: they are in `TransferWallet` too. */
function relevantTransactions(totals: readonly Total[]): string {
  const [first] = totals
  if (!first) return ''
  const reported = totals.filter(isReported)
  const elements = ELEMENTS.flatMap(({ kind, name, transferType }) =>
    reported
      .filter(({ bucket }) => bucket === kind)
      .map((total) => {
        const type = transferType === undefined ? [] : [leaf('carf:TransferType', transferType)]
        return branch(`carf:${name}`, ...type, leaf('carf:NumberofTransactions', String(total.transactions)), ...amountAndUnits(total))
      }),
  )
  const wallets = reported
    .filter(({ bucket }) => bucket === 'transferOutUnknown')
    .map((total) => branch('carf:TransferWallet', ...amountAndUnits(total)))
  return branch('carf:RelevantTransactions', leaf('carf:CryptoAsset', first.asset), ...elements, ...wallets)
}

const amountAndUnits = ({ asset, cents, units }: Total): string[] => [
  leaf('carf:Amount', pesosText(cents ?? 0n), { currCode: 'COP' }),
  leaf('carf:NumberofUnits', formatUnits(units, ASSETS[asset].scale)),
]
