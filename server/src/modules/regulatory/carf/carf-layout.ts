/** The OECD's schema of the yearly report, as the officers' screen and the file's name show it. */

const ELEMENTS = 45
/** No lawyer, and no validator of the DIAN, has verified any element: the DIAN may want a format of its own. */
export const CARF_LAYOUT = {
  name: 'oecd-carf-1.5',
  version: 1,
  source:
    'OECD, Crypto-Asset Reporting Framework XML Schema 1.5 (user guide 2.0, July 2025); DIAN, Resolución 000240 de 2025, de fuentes secundarias. Sin verificar por un abogado ni con el validador de la DIAN.',
  fileName: 'carf',
  extension: 'xml',
  verification: { name: 'oecd-carf-1.5', version: 1, unverified: ELEMENTS, fields: ELEMENTS },
} as const
