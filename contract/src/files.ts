/** Customers' files, by a link signed for one viewer (platform). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'

export const platformFiles = {
  showFile: endpoint({
    method: 'GET',
    path: '/files/:id',
    role: 'PUBLIC',
    summary: 'A file by its signed link, which lives 60 seconds at most and no longer than the session it was given to',
    params: z.object({ id: z.uuid() }),
    query: z.object({
      viewer: z.uuid(),
      session: z.uuid(),
      expires: z.coerce.number().int().positive(),
      signature: z.string().max(100),
    }),
    answer: 'file',
    response: z.instanceof(Uint8Array),
    errors: ['files.not_found', 'files.link_expired'],
  }),
}
