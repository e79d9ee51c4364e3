/** The English phrases by file, apart from the first script. */
export const english = import.meta.glob<{ default: object }>('./en/*.json')
