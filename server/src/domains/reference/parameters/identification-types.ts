/**
 * Identification types for verification: id (7 and 8 are the specification's), the product's code, name, number format. Sources: DIAN for
 * the types, the providers' documents for the formats; those of CE, PA and PPT are not confirmed by an official text.
 */
export interface IdentificationType {
  readonly id: number
  readonly code: 'CC' | 'CE' | 'NIT' | 'PA' | 'PPT'
  readonly name: string
  readonly pattern: RegExp
}

export const IDENTIFICATION_TYPES: readonly IdentificationType[] = [
  { id: 7, code: 'CC', name: 'Cédula de Ciudadanía', pattern: /^[1-9]\d{5,9}$/ },
  { id: 8, code: 'CE', name: 'Cédula de Extranjería', pattern: /^[A-Z0-9]{6,12}$/ },
  { id: 601, code: 'NIT', name: 'NIT', pattern: /^\d{9}-?\d$/ },
  { id: 602, code: 'PA', name: 'Pasaporte', pattern: /^[A-Z0-9]{5,12}$/ },
  { id: 603, code: 'PPT', name: 'Permiso por Protección Temporal', pattern: /^\d{6,15}$/ },
]
