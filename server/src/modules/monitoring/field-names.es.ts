/** What the fields of the forms are called in the history of an alert. */
const NAMES: Readonly<Record<string, string>> = {
  identificationType: 'tipo de documento',
  identificationNumber: 'número de documento',
  fullName: 'nombre completo',
  birthDate: 'fecha de nacimiento',
  cellphoneNumber: 'celular',
  peps: 'si es PEP',
  pepRelation: 'relación con la PEP',
  pepPosition: 'cargo de la PEP',
  pepEntity: 'entidad de la PEP',
  pepSince: 'inicio del cargo',
  pepUntil: 'fin del cargo',
  livesInColombia: 'si vive en Colombia',
  homeAddress: 'dirección',
  city: 'ciudad',
  department: 'departamento o estado',
  country: 'país',
  occupation: 'ocupación',
  economicActivity: 'actividad económica',
  descriptionEconomicActivity: 'descripción de la actividad',
  sourceOfFunds: 'origen de fondos',
  legalName: 'razón social',
  nit: 'NIT',
  mainAddress: 'dirección principal',
  businessDescription: 'objeto del negocio',
  fundsOrigin: 'origen de los fondos',
  fundsAreLawful: 'licitud de los fondos',
  chamberOfCommerceDate: 'fecha del certificado de cámara de comercio',
}

/** `['homeAddress', 'city']` → `dirección, ciudad`. */
export const fieldNames = (fields: readonly string[]): string => fields.map((name) => NAMES[name] ?? name).join(', ')
