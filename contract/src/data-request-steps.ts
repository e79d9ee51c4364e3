/** Steps of a personal data request that are notified to the person. */
export type DataRequestStep = 'received' | 'in_review' | 'incomplete' | 'completed' | 'extended' | 'answered' | 'rejected' | 'desisted'
