/** The services we call. */
export const HOSTS = {
  accounts: "mybusinessaccountmanagement.googleapis.com",
  profiles: "mybusinessbusinessinformation.googleapis.com",
  verifications: "mybusinessverifications.googleapis.com",
  merchant: "merchantapi.googleapis.com",
  ads: "googleads.googleapis.com",
  signIn: "oauth2.googleapis.com",
} as const;

export type Service = keyof typeof HOSTS;

/** Where a service is: at Google, or below a folder of its host's name at the stand-in. */
export const originOf = (service: Service, standIn: string | null): string =>
  standIn ? `${standIn.replace(/\/$/, "")}/${HOSTS[service]}` : `https://${HOSTS[service]}`;
