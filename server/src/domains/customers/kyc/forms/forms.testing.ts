/** Valid forms and files as people send them; a test changes the part that it is about. */
import { type Form, SLOTS } from '@tunjo/contract/kyc-forms'
import { newDocumentNumber } from '../../../../../../dev/testing/document-number.ts'
import { makePdf } from '../../../../platform/uploads/pdfs.testing.ts'
import { phonePhoto } from '../../../../platform/uploads/samples.testing.ts'

/** Contents by slot. */
export type Upload = Readonly<Record<string, readonly Buffer[]>>

export function formOf(files: Upload, data?: object): FormData {
  const form = new FormData()
  if (data) form.append('data', JSON.stringify(data))
  for (const [slot, contents] of Object.entries(files))
    for (const [index, content] of contents.entries()) form.append(slot, new Blob([new Uint8Array(content)]), `${slot}-${index}`)
  return form
}

let aPicture: Promise<Buffer> | null = null
export const picture = (): Promise<Buffer> => (aPicture ??= phonePhoto(640, 640, { quality: 50 }))
export const pdf = (): Buffer => makePdf({})

/** Exactly the files that a form needs. */
export async function filesOf(form: Form): Promise<Upload> {
  const wanted = Object.entries(SLOTS[form]).map(async ([slot, { kinds, minimum }]) => {
    const content = kinds.some((kind) => kind === 'image') ? await picture() : pdf()
    return [slot, Array.from({ length: slot === 'vatReturns' ? 1 : minimum }, () => content)] as const
  })
  return Object.fromEntries(await Promise.all(wanted))
}

export const level1Fields = (more: object = {}) => ({
  fullName: 'Ana María Rojas Pérez',
  identificationNumber: newDocumentNumber(),
  birthDate: '1988-02-29',
  identificationTypeID: 7,
  email: 'other@correo.example',
  cellphoneNumber: '300 123 4567',
  peps: false,
  ...more,
})
export const level2Fields = (more: object = {}) => ({
  isColombian: true,
  homeAddress: 'Carrera 7 # 12-34',
  cityID: 1,
  occupationID: 11,
  economicActivityID: 29,
  descriptionEconomicActivity: 'Panadería de barrio',
  sourceOfFunds: true,
  ...more,
})
/** `chamberOfCommerceDate` comes from the test, since its clock does. */
export const companyFields = (chamberOfCommerceDate: string, more: object = {}) => ({
  legalName: 'Panadería El Dorado S.A.S.',
  jurisdictionCountry: 'CO',
  departmentID: 1,
  cityID: 1,
  mainAddress: 'Calle 100 # 8-60',
  nit: '890.903.938-8',
  businessDescription: 'Pan y café',
  fundsAreLawful: true,
  fundsOrigin: 'Ventas',
  chamberOfCommerceDate,
  cellphoneNumber: '3001234567',
  shareholders: [{ name: 'Ana Rojas', identification: '1099888777', nationality: 'CO', ownershipPercentage: '100' }],
  ...more,
})

/** The one partner of `companyFields`, as an officer reads them from its documents. */
export const representative = (more: object = {}) => ({
  roles: ['representative', 'owner'],
  name: 'Ana Rojas',
  documentType: 'CC',
  documentNumber: '1099888777',
  nationality: 'CO',
  birthDate: null,
  share: 100_00,
  isPep: false,
  paper: 'chamberOfCommerce',
  parent: null,
  ...more,
})
