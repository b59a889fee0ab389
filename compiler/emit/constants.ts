/**
 * The constant pool and the property sites of one CodeBlock. Primitive constants are stored once, told apart as Object.is
 * does (0 and -0 are two); template objects are never shared, since each site has its own. Every property access gets a site
 * of its own up to a limit, because a site is an inline cache; beyond it, sites with the same key are shared.
 */
import type { Constant } from "../../vm/bytecode/program.js";
import { CapacityError } from "./registers.js";

/** An index into the constants of the block. */
export type ConstIndex = number & { readonly constant: unique symbol };

/** An index into the property sites of the block. */
export type SiteIndex = number & { readonly site: unique symbol };

/** Most constants of one function. */
export const MAX_CONSTANTS = 65_535;

/** Sites of one function that are not shared: enough for any code a person writes. */
const OWN_SITES = 16_384;

export class Constants {
  readonly pool: Constant[] = [];
  readonly sites: string[] = [];
  private readonly known = new Map<Constant, ConstIndex>();
  private readonly shared = new Map<string, SiteIndex>();
  private negativeZero: ConstIndex | undefined;

  add(value: Constant): ConstIndex {
    if (Object.is(value, -0)) {
      this.negativeZero ??= this.push(value);
      return this.negativeZero;
    }
    const found = this.known.get(value);
    if (found !== undefined) return found;
    const index = this.push(value);
    this.known.set(value, index);
    return index;
  }

  site(key: string): SiteIndex {
    if (this.sites.length < OWN_SITES) return (this.sites.push(key) - 1) as SiteIndex;
    let index = this.shared.get(key);
    if (index === undefined) {
      if (this.sites.length >= MAX_CONSTANTS) throw new CapacityError("property sites of one function", MAX_CONSTANTS);
      index = (this.sites.push(key) - 1) as SiteIndex;
      this.shared.set(key, index);
    }
    return index;
  }

  private push(value: Constant): ConstIndex {
    if (this.pool.length >= MAX_CONSTANTS) throw new CapacityError("constants of one function", MAX_CONSTANTS);
    return (this.pool.push(value) - 1) as ConstIndex;
  }
}
