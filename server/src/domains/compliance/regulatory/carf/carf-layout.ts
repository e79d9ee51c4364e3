/** The OECD's schema of the yearly report, as the officers' screen and the file's name show it. */
import { STORED_WORDS } from '../regulatory-words.ts'

/** Elements of the schema that the product writes. */
const ELEMENTS = 47
/** No lawyer, and no validator of the DIAN, has verified any element: the DIAN may want a format of its own. */
export const CARF_LAYOUT = {
  name: 'oecd-carf-1.5',
  version: 1,
  source: STORED_WORDS.carfSource,
  fileName: 'carf',
  extension: 'xml',
  verification: { name: 'oecd-carf-1.5', version: 1, unverified: ELEMENTS, fields: ELEMENTS },
} as const
