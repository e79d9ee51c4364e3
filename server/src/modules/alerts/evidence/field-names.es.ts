/** Names of the form fields in the history of an alert. */
const NAMES: Readonly<Record<string, string>> = {
  identificationTypeID: 'tipo de documento',
  identificationNumber: 'número de documento',
  fullName: 'nombre completo',
  birthDate: 'fecha de nacimiento',
  cellphoneNumber: 'celular',
  peps: 'si es PEP',
  pepDetails: 'datos de la PEP',
  livesInColombia: 'si vive en Colombia',
  homeAddress: 'dirección',
  cityID: 'ciudad',
  departmentID: 'departamento',
  outsideCountry: 'país',
  outsideState: 'estado o provincia',
  outsideCity: 'ciudad',
  occupationID: 'ocupación',
  economicActivityID: 'actividad económica',
  descriptionEconomicActivity: 'descripción de la actividad',
  sourceOfFunds: 'origen de fondos',
  legalName: 'razón social',
  jurisdictionCountry: 'país de constitución',
  nit: 'NIT',
  mainAddress: 'dirección principal',
  businessDescription: 'objeto del negocio',
  fundsOrigin: 'origen de los fondos',
  fundsAreLawful: 'licitud de los fondos',
  chamberOfCommerceDate: 'fecha del certificado de cámara de comercio',
  shareholders: 'socios y accionistas',
}

export const fieldName = (name: string): string => NAMES[name] ?? name
/** `['homeAddress', 'cityID']` → `dirección, ciudad`. */
export const fieldNames = (fields: readonly string[]): string => [...new Set(fields.map(fieldName))].join(', ')
