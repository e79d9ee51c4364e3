/** Person of the demo who sends the verification forms, with drawn pictures and documents of one line. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { kyc } from '@tunjo/contract/kyc'
import { kycSubmissions } from '@tunjo/contract/kyc-submissions'
import { newPdf, pdfBytes } from '../../../server/src/platform/pdf/document.ts'
import { drawnDocument } from '../documents.ts'
import { DEMO_PASSWORD } from '../people.ts'
import type { HistoryPerson } from './people.ts'
import type { Site } from './types.ts'
import { visitorAt } from './visitor.ts'

const CEDULA = 7
const DAY_MS = 86_400_000

interface Office {
  readonly position: string
  readonly entity: string
  readonly since: string
}

/** Send level 1, once: a person who has sent it already sends nothing. */
export async function sendNaturalLevel1(site: Site, who: HistoryPerson, office?: Office): Promise<void> {
  const calls = visitorAt(site, { email: who.email, password: DEMO_PASSWORD })({ ...kyc, ...kycSubmissions })
  if (await isSent(calls)) return
  await calls.survey({ body: { responseA: 1, responseB: 1, responseC: 0 } })
  const { frontal, back, selfie } = await drawnDocument()
  const files = { frontal: [photo(frontal)], back: [photo(back)], selfie: [photo(selfie)] }
  await calls.naturalLevel1Documents({ files, body: {} })
  const pep = office && { pepDetails: { relation: 'self', ...office, until: null } as const }
  await calls.naturalLevel1Fields({
    body: {
      fullName: who.fullName,
      identificationNumber: who.documentNumber,
      birthDate: who.birthDate,
      identificationTypeID: CEDULA,
      cellphoneNumber: who.phone,
      peps: office !== undefined,
      ...pep,
    },
  })
}

/** The first level of a company, sent by its representative. */
export async function sendCompanyLevel1(site: Site, who: HistoryPerson): Promise<void> {
  const calls = visitorAt(site, { email: who.email, password: DEMO_PASSWORD })({ ...kyc, ...kycSubmissions })
  if (await isSent(calls)) return
  await calls.choosePersonType({ body: { personType: 'legal' } })
  await calls.survey({ body: { responseA: 2, responseB: 2, responseC: 0 } })
  const now = site.clock.now()
  const uploadOf = async (title: string) => [new Blob([await document(title, now)], { type: 'application/pdf' })]
  const files = {
    rut: await uploadOf('Registro Único Tributario'),
    chamberOfCommerce: await uploadOf('Certificado de existencia y representación legal'),
    shareholderCertificate: await uploadOf('Composición accionaria'),
    identityCopies: await uploadOf('Copia de la cédula de la representante legal'),
    financialStatements: await uploadOf('Estados financieros a 31 de diciembre'),
    incomeReturns: await uploadOf('Declaración de renta'),
    vatReturns: [],
    tradeAuthorization: await uploadOf('Autorización para operar'),
  }
  await calls.legalLevel1Documents({ files, body: {} })
  await calls.legalLevel1Fields({ body: { ...COMPANY, chamberOfCommerceDate: bogotaDay(new Date(now.getTime() - 12 * DAY_MS)) } })
}

const COMPANY = {
  legalName: 'Cafetal La Ceiba S.A.S.',
  jurisdictionCountry: 'CO',
  departmentID: 1,
  cityID: 1,
  mainAddress: 'Carrera 14 # 21-30, oficina 402',
  nit: '901456782-7',
  businessDescription: 'Compra, trilla y venta de café especial',
  fundsAreLawful: true,
  fundsOrigin: 'Ventas de café a tostadores',
  cellphoneNumber: '3104567213',
  shareholders: [
    { name: 'Marcela Giraldo Henao', identification: '1094567213', nationality: 'CO', ownershipPercentage: '60' },
    { name: 'Julián Giraldo Henao', identification: '1094567880', nationality: 'CO', ownershipPercentage: '40' },
  ],
}

const photo = ({ content }: { content: Uint8Array }): Blob => new Blob([new Uint8Array(content)], { type: 'image/jpeg' })

async function isSent(calls: { status(request: object): Promise<{ levels: readonly { sentAt: string | null }[] }> }): Promise<boolean> {
  return (await calls.status({})).levels.some(({ sentAt }) => sentAt !== null)
}

async function document(title: string, createdAt: Date): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = newPdf({ title, subject: 'Documento inventado de la demostración', createdAt })
  const bytes = pdfBytes(pdf)
  pdf.font('bold').fontSize(18).text(title)
  pdf.font('regular').fontSize(11).text('Documento inventado: es de una demostración y no vale como prueba de nada.')
  pdf.end()
  return bytes
}
