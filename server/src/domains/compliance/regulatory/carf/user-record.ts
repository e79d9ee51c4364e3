/** Record of a person or company (`CryptoUsers`) of the OECD's schema CARF 1.5, on plain values. */
import { ASSETS, formatUnits } from '@tunjo/contract/money'
import type { CarfKind } from '@tunjo/contract/regulatory-carf'
import { colombianTin, type ResidenceLine } from '@tunjo/contract/tax-residence-rules'
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

/** Tax residence as certified; without a certification the country of the address. */
function identifiers(subject: TaxSubject): string[] {
  const residences = subject.residences ?? [residenceByAddress(subject)]
  return [
    ...residences.map(({ country }) => leaf('carf:ResCountryCode', country)),
    ...residences.map(({ country, tin }) =>
      tin === null ? leaf('carf:TIN', '', { unknown: 'true' }) : leaf('carf:TIN', tin, { issuedBy: country }),
    ),
  ]
}

const residenceByAddress = (subject: TaxSubject): Pick<ResidenceLine, 'country' | 'tin'> => ({
  country: subject.country ?? '',
  tin: subject.country === 'CO' ? colombianTin(subject) : null,
})

export const addressOf = ({ country, address, city }: Pick<TaxSubject, 'country' | 'address' | 'city'>): string =>
  branch(
    'carf:Address',
    leaf('carf:CountryCode', country ?? ''),
    branch('carf:AddressFix', ...(address ? [leaf('carf:Street', cut(address))] : []), leaf('carf:City', cut(city ?? ''))),
  )

function individual(subject: TaxSubject): string[] {
  const name = branch('carf:Name', leaf('carf:FirstName', NO_FIRST_NAME), leaf('carf:LastName', cut(subject.fullName)))
  const birth = branch('carf:BirthInfo', leaf('carf:BirthDate', subject.birthDate ?? ''))
  return [...identifiers(subject), name, addressOf(subject), birth]
}

const entity = (subject: TaxSubject): string[] => [...identifiers(subject), leaf('carf:Name', cut(subject.fullName)), addressOf(subject)]

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
