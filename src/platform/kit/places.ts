import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type CityResponse, type CountryResponse, Reader } from 'mmdb-lib'

interface Place {
  country: string | null
  region: string | null
  city: string | null
}

export type Places = (address: string) => Place

let countries: Reader<CountryResponse> | undefined

/** Eight megabytes, read with the first address, once for all services of a process. */
const countriesByAddress = (): Reader<CountryResponse> => {
  countries ??= new Reader(readFileSync(countryFile()))
  return countries
}

const nowhere: Place = { country: null, region: null, city: null }

/**
 * Maps an address to a country with a freely licensed database that is part of the package; to
 * region and city only with the operator's own database. No look-up leaves the machine.
 */
export const createPlaces = (cityDatabase: string | null): Places => {
  const cities = cityDatabase === null ? null : new Reader<CityResponse>(readFileSync(cityDatabase))
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    try {
      const city = cities?.get(plain)
      return {
        country: countryCode(countriesByAddress().get(plain)) ?? city?.country?.iso_code ?? null,
        region: city?.subdivisions?.[0]?.names.en ?? null,
        city: city?.city?.names.en ?? null,
      }
    } catch {
      // The database cannot read this address.
      return nowhere
    }
  }
}

/** This database is flat: `{ country_code: 'DE' }`. */
const countryCode = (found: object | null): string | null =>
  found && 'country_code' in found && typeof found.country_code === 'string'
    ? found.country_code
    : null

const countryFile = (): string =>
  createRequire(import.meta.url).resolve(
    '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
  )
