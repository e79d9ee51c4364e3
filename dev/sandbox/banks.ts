/**
 * Destination and origin banks by their four-digit PSE code.
 * Source: Wompi documentation, "Usa nuestra API de Pagos a Terceros", section 7 (names and codes are facts).
 */
const names: Record<string, string> = {
  '1001': 'Banco de Bogotá',
  '1002': 'Banco Popular',
  '1006': 'Itaú (antes Corpbanca)',
  '1007': 'Bancolombia',
  '1009': 'Citibank',
  '1012': 'Banco GNB Sudameris',
  '1013': 'BBVA Colombia',
  '1014': 'Itaú',
  '1019': 'Scotiabank Colpatria',
  '1023': 'Banco de Occidente',
  '1031': 'Bancóldex',
  '1032': 'Banco Caja Social',
  '1040': 'Banco Agrario de Colombia',
  '1047': 'Banco Mundo Mujer',
  '1051': 'Davivienda',
  '1052': 'AV Villas',
  '1053': 'Banco W',
  '1059': 'Bancamía',
  '1060': 'Banco Pichincha',
  '1061': 'Bancoomeva',
  '1062': 'Banco Falabella',
  '1063': 'Banco Finandina',
  '1065': 'Banco Santander de Negocios',
  '1066': 'Banco Cooperativo Coopcentral',
  '1067': 'Mibanco',
  '1069': 'Banco Serfinanza',
  '1070': 'Lulo Bank',
  '1071': 'Banco J.P. Morgan Colombia',
  '1121': 'Juriscoop',
  '1283': 'Cooperativa Financiera de Antioquia (CFA)',
  '1286': 'JFK Cooperativa Financiera',
  '1289': 'Cotrafa Cooperativa Financiera',
  '1292': 'Confiar Cooperativa Financiera',
  '1303': 'Banco Unión',
  '1370': 'Coltefinanciera',
  '1507': 'Nequi',
  '1551': 'Daviplata',
  '1558': 'Banco Credifinanciera',
  '1560': 'Pibank',
  '1637': 'IRIS',
  '1801': 'Movii',
  '1802': 'Ding Tecnipagos',
  '1803': 'Powwi',
  '1804': 'Ualá',
  '1805': 'Banco BTG Pactual',
  '1808': 'Bold CF',
  '1809': 'Nu',
  '1811': 'RappiPay',
  '1812': 'Coink',
  '1814': 'Global66',
  '1819': 'Banco Contactar',
}

const electronicDeposits = new Set(['1507', '1551', '1801', '1802', '1803', '1812', '1814'])

/** Wompi's own test institutions: the code decides the outcome. */
export const testInstitutions: Record<string, { name: string; outcome: 'APPROVED' | 'DECLINED' | 'ERROR' }> = {
  '1': { name: 'Banco que aprueba', outcome: 'APPROVED' },
  '2': { name: 'Banco que declina', outcome: 'DECLINED' },
  '3': { name: 'Banco que simula un error', outcome: 'ERROR' },
}

export const pseInstitutions = [
  ...Object.entries(testInstitutions).map(([code, { name }]) => ({ code, name })),
  ...Object.entries(names)
    .map(([code, name]) => ({ code, name }))
    .sort((a, b) => a.name.localeCompare(b.name, 'es-CO')),
].map(({ code, name }) => ({ financial_institution_code: code, financial_institution_name: name }))

export const payoutBanks = Object.entries(names).map(([code, name]) => ({
  id: `5f0c1e7a-0000-4000-8000-00000000${code}`,
  name: name.toLocaleUpperCase('es-CO'),
  code: plainCode(name),
  achCode: code,
  allowedForOrigin: code === '1007',
  isElectronicDeposit: electronicDeposits.has(code),
}))

function plainCode(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
}
