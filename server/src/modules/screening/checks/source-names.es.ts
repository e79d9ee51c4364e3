/** Names of the sources of background checks for officers. The codes are the provider's. */
const NAMES: Readonly<Record<string, string>> = {
  procuraduria: 'Procuraduría',
  policia: 'Policía Nacional',
  contraloria: 'Contraloría',
  rama_unificada: 'Rama Judicial',
  juzgados_tyba: 'Juzgados (TYBA)',
  ofac: 'Lista OFAC',
  ofac_nombre: 'Lista OFAC, por nombre',
  lista_onu: 'Lista de la ONU',
  lista_banco_mundial: 'Lista del Banco Mundial',
  iadb: 'Lista del BID',
  interpol: 'Interpol',
  europol: 'Europol',
  peps: 'Personas expuestas políticamente',
  peps_denom: 'Personas expuestas políticamente, por cargo',
  cidob: 'Líderes políticos (CIDOB)',
  sigep: 'Servidores públicos (SIGEP)',
  registraduria_certificado: 'Registraduría',
  rut: 'RUT',
  rut_estado: 'Estado del RUT',
  rues: 'Registro mercantil (RUES)',
  simit: 'Comparendos (SIMIT)',
  secop: 'Contratación pública (SECOP)',
  'sin identificar': 'Fuente sin identificar',
}

/** An unknown source keeps the provider's code. */
export const sourceName = (code: string): string => NAMES[code] ?? code.replaceAll('_', ' ')
