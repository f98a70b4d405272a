import type { Statements } from './migrations.ts'

/**
 * Functions with which a batch of scans needs no result between its first lock and its commit, so
 * that no row stays locked while a packet travels.
 */
export const functions: Statements = ({ engine }) =>
  engine === 'postgres' ? [addDevices, requireThat] : []

/**
 * Adds devices to a sketch as `addDevices` of devices-sketch.ts does. A test compares the two.
 * `devices` is a list of 8 bytes each.
 */
const addDevices = `
  create function qpr_add_devices(sketch bytea, devices bytea) returns bytea
  language plpgsql immutable strict parallel safe as $$
  declare
    listed bytea := sketch || devices;
    total integer;
    register integer;
    rank integer;
  begin
    if length(sketch) <> 4097 then
      select string_agg(device, ''::bytea order by first), count(*) into devices, total
      from (
        select substr(listed, n * 8 + 1, 8) as device, min(n) as first
        from generate_series(0, length(listed) / 8 - 1) as n group by 1
      ) as different;
      if total <= 512 then
        return devices;
      end if;
      sketch := decode(repeat('00', 4097), 'hex');
    end if;
    for n in 0 .. length(devices) / 8 - 1 loop
      register := get_byte(devices, n * 8) * 16 + get_byte(devices, n * 8 + 1) / 16;
      rank := position(B'1' in
        ('x' || substr(encode(substr(devices, n * 8 + 1, 8), 'hex'), 4))::bit(52));
      if rank = 0 then
        rank := 53;
      end if;
      if rank > get_byte(sketch, register) then
        sketch := set_byte(sketch, register, rank);
      end if;
    end loop;
    return sketch;
  end $$`

/** Fails the transaction like a conflict of two transactions, so that it is repeated. */
const requireThat = `
  create function qpr_require(is_unchanged boolean) returns void
  language plpgsql as $$
  begin
    if is_unchanged is not true then
      raise exception 'a row changed since it was read' using errcode = 'serialization_failure';
    end if;
  end $$`
