/**
 * An address whose escapes are no text (`/%ff`): Fastify answers it by itself, without our headers and in its own words. Escaped once
 * more it is an unknown address like any other.
 */
export function readableUrl(url: string): string {
  const [path = ''] = url.split('?', 1)
  try {
    decodeURI(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}
