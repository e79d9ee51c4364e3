/** Spanish phrases of control lists: their sources, the approval of a load, and faults of a file. */
import type { ListName } from '@tunjo/contract/screening'

const SOURCES: Readonly<Record<ListName, string>> = {
  ofac: 'OFAC, Specially Designated Nationals (sdn.csv, alt.csv, add.csv, sdn_comments.csv)',
  un: 'ONU, lista consolidada del Consejo de Seguridad (XML)',
  eu: 'Unión Europea, lista consolidada de sanciones financieras (XML 1.1)',
  pep: 'Personas expuestas políticamente (Decreto 830 de 2021), archivo propio',
}
const LICENCES: Readonly<Record<ListName, string>> = {
  ofac: 'Dominio público (Gobierno de EE. UU.)',
  un: 'Lista pública de la ONU',
  eu: 'Reutilización libre con mención de la fuente (Decisión 2011/833/UE)',
  pep: 'La de su fuente',
}

export const LIST_WORDS_ES = {
  sources: SOURCES,
  licences: LICENCES,
  load: {
    list: 'Lista',
    entries: 'Registros',
    digest: 'Huella SHA-256 del archivo',
    counts: (entries: string, added: string, changed: string, removed: string): string =>
      `${entries} (${added} nuevos, ${changed} cambiados, ${removed} retirados)`,
  },
  fault: {
    tooManyEntries: (most: number): string => `más de ${most} registros`,
    empty: 'no trae ningún registro',
    longIdentifier: (id: string): string => `el registro ${id} tiene un identificador demasiado largo`,
    tooManyNames: (id: string, most: number): string => `el registro ${id} tiene más de ${most} nombres`,
    longName: (id: string): string => `el registro ${id} tiene un nombre demasiado largo`,
    tooManyNumbers: (id: string, most: number): string => `el registro ${id} tiene más de ${most} números`,
    twice: (id: string): string => `el registro ${id} está dos veces`,
    incompleteEntry: (identifier: string): string => `un registro no tiene ${identifier} o nombre`,
    nameless: (id: string): string => `el registro ${id} no tiene nombre`,
    columns: (found: number): string => `hay ${found} columnas; se esperaban 12 (sdn), 5 (alt), 6 (add) o 2 (sdn_comments)`,
    headerColumns: (found: number, expected: number): string => `hay ${found} columnas; el encabezado tiene ${expected}`,
    firstColumn: (text: string): string => `la primera columna debe ser un número y es «${text}»`,
    notInMain: (id: string): string => `el registro ${id} no está en sdn.csv, que debe ir primero`,
    truncatedRemarks: (id: string): string => `las observaciones del registro ${id} siguen en sdn_comments.csv, que falta`,
    missingColumn: (name: string): string => `falta la columna «${name}»`,
    unknownColumn: (name: string): string => `la columna «${name}» no se conoce`,
    day: (text: string): string => `la fecha «${text}» no es AAAA-MM-DD`,
    endlessElement: 'un elemento no termina',
    incompleteFile: 'el archivo termina antes de su final: está incompleto',
    textOutside: 'texto fuera de la lista: no es un archivo XML',
    longField: 'un campo es demasiado largo',
    namelessElement: 'un elemento no tiene nombre',
    otherRoot: (expected: string, found: string): string => `se esperaba <${expected}> y está <${found}>`,
    tooDeep: 'demasiados elementos uno dentro de otro',
    closesNothing: (name: string): string => `</${name}> no cierra lo que está abierto`,
    attribute: 'un atributo no se entiende',
    documentType: 'el archivo trae una definición de tipo (DOCTYPE), que no se acepta',
    entity: (name: string): string => `la entidad &${name}; no se conoce`,
  },
}
export type ListWords = typeof LIST_WORDS_ES
