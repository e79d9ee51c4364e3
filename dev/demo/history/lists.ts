/** Sanctions lists in their official formats with invented people, two of whom resemble people of the demo. */
import { PEOPLE } from './people.ts'

const NAMES = [
  'Anselmo Tobar Iriarte', 'Gilda Peñaranda Otero', 'Nemesio Cuadros Laverde', 'Eudoro Santafé Millán', 'Rosalba Iguarán Tejada',
  'Casimiro Bejarano Uscátegui', 'Leocadia Farfán Monsalve', 'Tiberio Arciniegas Loaiza', 'Fermina Sandino Barco', 'Aureliano Quijano Sabogal',
] as const // biome-ignore format: one list

const individual = (id: string, name: string, document: string) =>
  `<INDIVIDUAL><DATAID>${id}</DATAID><FIRST_NAME>${name}</FIRST_NAME><UN_LIST_TYPE>Registro inventado de la demostración</UN_LIST_TYPE>
<NATIONALITY><VALUE>Colombia</VALUE></NATIONALITY>
<INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>National Identification Number</TYPE_OF_DOCUMENT><NUMBER>${document}</NUMBER></INDIVIDUAL_DOCUMENT></INDIVIDUAL>`

/** List of the United Nations: one entry has the document of Lucía. */
export const SANCTIONS = `<CONSOLIDATED_LIST><INDIVIDUALS>
${[
  ...NAMES.map((name, place) => individual(`DEMO-${place + 1}`, name, `99900010${place}`)),
  individual('DEMO-90', PEOPLE.lucia.fullName, PEOPLE.lucia.documentNumber),
].join('\n')}
</INDIVIDUALS></CONSOLIDATED_LIST>`

const row = (id: string, name: string, role: string, entity: string) => `${id},"${name}","${role}","${entity}",,,`

/** People who hold a public office (Decreto 830 de 2021): one has the name of Camila. */
export const EXPOSED = [
  'id,name,role,entity,document,birth_year,end_date',
  ...NAMES.map((name, place) => row(`P-${place + 1}`, `${name} Inventado`, 'Concejal', 'Municipio inventado')),
  row('P-90', PEOPLE.camila.fullName, 'Secretaria de Hacienda', 'Municipio de Villaclara'),
].join('\n')
