/** File name of the sender, cleaned for display in a list: no folders, no invisible or reversing characters, no more than 120 letters. */
const LENGTH_MAX = 120
/** Controls, formats (which reverse the reading direction), private use, line and paragraph ends. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu

export function cleanName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const readable = last
    .replace(INVISIBLE, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .trim()
  const cut = [...readable].slice(0, LENGTH_MAX).join('').replace(/^\.+/, '')
  return cut === '' ? 'archivo' : cut
}
