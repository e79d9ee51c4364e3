/**
 * Structure of the OECD's schema CARF 1.5, written from the published schema's element names and order: the children of each element, in
 * order, with how often they occur. Only elements that the product writes.
 */
export interface Element {
  readonly name: string
  readonly attributes: string
  readonly children: Element[]
  text: string
}

/** Reads a document, and throws when it is not well formed. */
export function readXml(xml: string): Element {
  const root: Element = { name: '', attributes: '', children: [], text: '' }
  const open = [root]
  const [declaration = ''] = /^<\?xml version="1\.0" encoding="UTF-8"\?>/.exec(xml) ?? []
  if (declaration === '') throw new Error('no declaration')
  for (const [token] of xml.slice(declaration.length).matchAll(/<[^>]*>|[^<]+/g)) {
    const at = open.at(-1)
    if (!at) throw new Error('text after the end')
    if (!token.startsWith('<')) {
      if (/[^\x20-\x7e\n]/.test(token) || /&(?!#\d+;)/.test(token)) throw new Error(`not escaped: ${token}`)
      at.text += token
    } else if (token.startsWith('</')) {
      if (token !== `</${at.name}>`) throw new Error(`${token} closes ${at.name}`)
      open.pop()
    } else {
      const match = /^<([A-Za-z_:]+)((?: [A-Za-z:]+="[^"<>]*")*)>$/.exec(token)
      if (!match?.[1]) throw new Error(`not an element: ${token}`)
      const element: Element = { name: match[1], attributes: match[2] ?? '', children: [], text: '' }
      at.children.push(element)
      open.push(element)
    }
  }
  const [document] = root.children
  if (open.length !== 1 || root.children.length !== 1 || !document) throw new Error('not one closed element')
  return document
}

const PARTY = 'ResCountryCode+ TIN+ Name+ Address+'
const AMOUNT = 'Amount NumberofUnits'
const EXCHANGE = `NumberofTransactions ${AMOUNT}`
const TRANSFER = `TransferType NumberofTransactions ${AMOUNT} AltValuation?`
const CHILDREN: Readonly<Record<string, string>> = {
  CARF_OECD: 'MessageSpec CARFBody+',
  MessageSpec:
    'SendingEntityIN? TransmittingCountry ReceivingCountry MessageType Warning? Contact? MessageRefId MessageTypeIndic ReportingPeriod Timestamp',
  CARFBody: 'RCASP CryptoUsers*',
  RCASP: 'RCASP_ID Nexus? DocSpec',
  RCASP_ID: 'Entity',
  CryptoUsers: 'UserID ControllingPerson* RelevantTransactions+ DocSpec',
  UserID: 'Individual? Entity?',
  Individual: `${PARTY} BirthInfo`,
  Entity: PARTY,
  'Individual/Name': 'FirstName LastName',
  Address: 'CountryCode AddressFix',
  AddressFix: 'Street? City',
  BirthInfo: 'BirthDate',
  RelevantTransactions:
    'CryptoAsset CryptoToCryptoIn* CryptoToCryptoOut* CryptoFiatIn* CryptoFiatOut* CryptoTransferIn* CryptoTransferOut* TransferWallet* RRPT*',
  CryptoToCryptoIn: EXCHANGE,
  CryptoToCryptoOut: EXCHANGE,
  CryptoFiatIn: EXCHANGE,
  CryptoFiatOut: EXCHANGE,
  CryptoTransferIn: TRANSFER,
  CryptoTransferOut: TRANSFER,
  TransferWallet: `${AMOUNT} AltValuation?`,
  DocSpec: 'DocTypeIndic DocRefId CorrMessageRefId? CorrDocRefId?',
}
const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Places where a document differs from the schema. */
export function differences(element: Element, parent = ''): string[] {
  const name = local(element.name)
  const isOfStf = parent === 'DocSpec'
  const expected = CHILDREN[`${parent}/${name}`] ?? CHILDREN[name]
  const found = element.children.map((child) => local(child.name))
  const pattern = (expected ?? '')
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => part.replace(/^(\w+)([?*+]?)$/, '(?:$1 )$2'))
    .join('')
  const own = new RegExp(`^${pattern}$`).test(found.map((child) => `${child} `).join('')) ? [] : [`${name}: ${found.join(' ')}`]
  const namespace = element.name.startsWith(isOfStf ? 'stf:' : 'carf:') ? [] : [`${element.name}: namespace`]
  const empty = found.length === 0 && name !== 'TIN' && element.text === '' && name !== 'CARFBody' ? [`${name}: empty`] : []
  return [...own, ...namespace, ...empty, ...element.children.flatMap((child) => differences(child, name))]
}
