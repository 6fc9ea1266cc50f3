"""A custom contract for the import linter: the lower layers use only the standard library."""

import sys
from collections.abc import Iterator
from typing import cast

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output
from importlinter.domain.imports import Module


class StandardLibraryOnly(Contract):
    """No module of `packages` imports from outside `carteado` and the standard library.

    It lists what is allowed, while the linter's `forbidden` contract lists what is not. It may name packages that
    do not exist yet.
    """

    type_name = "standard_library_only"

    packages = fields.ListField(subfield=fields.ModuleField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002
        strangers = [
            f"{importer} imports {imported}"
            for package in cast(list[Module], self.packages)
            for importer in modules_of(package.name, graph)
            for imported in sorted(graph.find_modules_directly_imported_by(importer))
            if imported.split(".")[0] not in {*sys.stdlib_module_names, package.root_package_name}
        ]
        return ContractCheck(kept=not strangers, metadata={"strangers": strangers})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for line in check.metadata["strangers"]:
            output.print_error(line)


def modules_of(package: str, graph: ImportGraph) -> Iterator[str]:
    if package in graph.modules:
        yield package
        yield from sorted(graph.find_descendants(package))
