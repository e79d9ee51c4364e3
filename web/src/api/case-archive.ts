/** Case file of a person as one signed ZIP, with download progress. */
import { caseArchive } from '@tunjo/contract/case-archive'
import { CallFailed, client, type Send } from '@tunjo/contract/client'
import { authorize } from './step-up.ts'
import { sendDownload } from './transport.ts'

interface Exported {
  readonly content: Blob
  readonly name: string
}
interface Following {
  /** 0 to 100; not called before the first byte. */
  readonly onProgress: (percent: number) => void
  readonly signal: AbortSignal
}

export async function exportCase(
  { userId, reason }: { userId: string; reason: string },
  { onProgress, signal }: Following,
): Promise<Exported> {
  let name = ''
  const send: Send = async (path, init) => {
    const response = await sendDownload(path, init)
    if (!response.ok || !response.body) return response
    name = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'expediente.zip'
    const total = Number(response.headers.get('content-length'))
    return new Response(response.body.pipeThrough(counting((bytes) => onProgress(Math.floor((100 * bytes) / total)))), response)
  }
  try {
    const content = await client(caseArchive, send, authorize).exportCase({ body: { userId, reason } }, { signal })
    return { content, name }
  } catch (error) {
    // The answer broke off: by the network, or because it is shorter than announced.
    if (error instanceof TypeError) throw new CallFailed(0, null, '')
    throw error
  }
}

function counting(onBytes: (bytes: number) => void): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0
  return new TransformStream({
    transform(piece, controller) {
      bytes += piece.length
      onBytes(bytes)
      controller.enqueue(piece)
    },
  })
}
