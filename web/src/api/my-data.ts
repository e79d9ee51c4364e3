/** Export of all data stored about the caller (Ley 1581 de 2012, art. 8). */
import { client } from '@tunjo/contract/client'
import { reports } from '@tunjo/contract/reports'
import { authorize } from './step-up.ts'
import { sendDownload } from './transport.ts'

const calls = client({ myData: reports.myData }, sendDownload, authorize)

export const loadMyData = () => calls.myData({})
