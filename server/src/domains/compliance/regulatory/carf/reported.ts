/** Records that the DIAN has of a year, from the presented messages: a later one replaces an earlier one. */
import { CarfUser } from '@tunjo/contract/regulatory-carf'
import type { RegulatoryContext } from '../context.ts'
import type { FileRow } from '../uiaf/file-store.ts'
import { everyLine, readFrame } from '../uiaf/pieces.ts'
import type { Reported } from './build-carf-file.ts'
import type { Company } from './company.ts'
import { companyIn } from './message.ts'

/** `presented`: the presented versions, oldest first. */
export async function recordsOf(
  { db, secrets }: Pick<RegulatoryContext, 'db' | 'secrets'>,
  presented: readonly Pick<FileRow, 'id'>[],
  company: Company,
): Promise<Reported> {
  const users = new Map<string, CarfUser>()
  let known: Reported['company'] = null
  for (const { id } of presented) {
    known = companyIn((await readFrame(secrets, db, id)).header, company)
    for await (const user of everyLine({ secrets, connection: db, fileId: id, schema: CarfUser }))
      if (user.action === 'deleted') users.delete(user.userId)
      else users.set(user.userId, user)
  }
  return { company: known, users }
}
