/** English phrases by file, outside the first script. */
export const english = import.meta.glob<{ default: object }>('./en/*.json')
