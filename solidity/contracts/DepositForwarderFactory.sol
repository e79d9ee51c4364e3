// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity ^0.8.30;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {DepositForwarder} from "./DepositForwarder.sol";

/// @title Deposit addresses that exist before they are deployed
/// @notice One CREATE2 clone per customer salt: the address is known at once and costs nothing until a deposit
/// is swept, and a sweep (deploy when needed, then move the token to the hot wallet) is one call.
contract DepositForwarderFactory is Ownable2Step {
    DepositForwarder public immutable implementation;
    address public destination;

    event Swept(bytes32 indexed salt, address indexed token, address indexed destination, uint256 amount);
    event DestinationChanged(address indexed destination);

    error ZeroDestination();

    constructor(address owner, address destination_) Ownable(owner) {
        implementation = new DepositForwarder();
        _setDestination(destination_);
    }

    function addressOf(bytes32 salt) external view returns (address) {
        return Clones.predictDeterministicAddress(address(implementation), salt);
    }

    /// @dev Open to everyone: whoever pays the gas, the tokens can only reach the destination.
    function sweep(bytes32 salt, IERC20[] calldata tokens) external {
        address forwarder = Clones.predictDeterministicAddress(address(implementation), salt);
        if (forwarder.code.length == 0) Clones.cloneDeterministic(address(implementation), salt);
        for (uint256 i = 0; i < tokens.length; ++i) {
            uint256 amount = DepositForwarder(forwarder).sweep(tokens[i], destination);
            emit Swept(salt, address(tokens[i]), destination, amount);
        }
    }

    function setDestination(address destination_) external onlyOwner {
        _setDestination(destination_);
    }

    function _setDestination(address destination_) private {
        if (destination_ == address(0)) revert ZeroDestination();
        destination = destination_;
        emit DestinationChanged(destination_);
    }
}
