/** English names of the sources of background checks. The codes are the provider's. */
import type { SourceNames } from './source-names.es.ts'

export const SOURCE_NAMES_EN: SourceNames = {
  procuraduria: 'Office of the Inspector General (Procuraduría)',
  policia: 'National Police',
  contraloria: 'Office of the Comptroller General (Contraloría)',
  rama_unificada: 'Judicial Branch',
  juzgados_tyba: 'Courts (TYBA)',
  ofac: 'OFAC list',
  ofac_nombre: 'OFAC list, by name',
  lista_onu: 'UN list',
  lista_banco_mundial: 'World Bank list',
  iadb: 'IDB list',
  interpol: 'Interpol',
  europol: 'Europol',
  peps: 'Politically exposed persons',
  peps_denom: 'Politically exposed persons, by office',
  cidob: 'Political leaders (CIDOB)',
  sigep: 'Public servants (SIGEP)',
  registraduria_certificado: 'Registry of civil status (Registraduría), certificate of the document',
  rut: 'RUT',
  rut_estado: 'State of the RUT',
  rues: 'Commercial registry (RUES)',
  simit: 'Traffic fines (SIMIT)',
  secop: 'Public procurement (SECOP)',
  'sin identificar': 'Unidentified source',
}
