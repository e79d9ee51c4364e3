/**
 * Address whose escapes are not valid text (`/%ff`): Fastify answers it on its own, without the product's headers and text. Escaped once
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
