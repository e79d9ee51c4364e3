/**
 * Map from the source labels of tusdatos.co in the progress of a job to the codes in its lists of failures and in reports. Other labels are
 * kept unchanged and are not compared with a code.
 */
const CODES: Readonly<Record<string, string>> = {
  'CIDOB Peps nivel mundial': 'cidob',
  'Consejo de Seguridad de la Naciones Unidas (ONU)': 'lista_onu',
  'Contraloría General de la Republica (Consulta en Linea)': 'contraloria',
  'Empresas y Personas Sancionadas Banco Interamericano de Desarrollo (IADB)': 'iadb',
  'European Union Most Wanted List (EUROPOL)': 'europol',
  'Juzgados Tyba - Justicia XXI': 'juzgados_tyba',
  'Lista Clinton (OFAC), Busqueda por Documento (Consulta en Línea)': 'ofac',
  'Lista Clinton (OFAC), Busqueda por Nombre (Consulta en Línea)': 'ofac_nombre',
  'Listado del Banco Mundial de empresas e individuos no elegibles': 'lista_banco_mundial',
  'Listas y PEPs (Personas Expuestas Políticamente), Busqueda por Documento': 'peps',
  'Listas y PEPs (Personas Expuestas Políticamente), Busqueda por Nombre': 'peps_denom',
  'Organización Internacional de Policía Criminal (INTERPOL)': 'interpol',
  'Policia Nacional de Colombia': 'policia',
  'Procuraduría General de la Nación (Consulta en Linea)': 'procuraduria',
  'Rama Judicial Unificada, Busqueda por Nombre': 'rama_unificada',
  'Registraduría Nacional del Estado Civil': 'registraduria_certificado',
  'Registro Único Empresarial y Social (RUES)': 'rues',
  'Registro Único Tributario (RUT)': 'rut',
  'Sistema Integrado de Multas y Sanciones de Transito (SIMIT)': 'simit',
  'Sistema de Información y Gestión del Empleo Público (SIGEP)': 'sigep',
}

export const sourceCode = (label: string): string => CODES[label.trim()] ?? label
